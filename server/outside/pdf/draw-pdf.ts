import type { PdfDocument } from './blocks.ts';
import { withPlainText } from './text-layer.ts';
import { renderPdf } from './typst.ts';

/**
 * Draws a document as {@link renderPdf} does, with the text that readers copy mended where its scripts set marks on letters.
 *
 * @throws PdfNotDrawn when the template fails
 */
export async function drawPdf(document: PdfDocument): Promise<Uint8Array> {
  const pdf = renderPdf(document);
  return hasMarks(document) ? withPlainText(pdf) : pdf;
}

/** Whether a drawn text has marks: at the head and the foot of a page as in its blocks. Points of ink and the attached record are none. */
function hasMarks({ attachment: _, ...drawn }: PdfDocument): boolean {
  const inside = (value: unknown): boolean => {
    if (typeof value === 'string') return HAS_MARKS.test(value);
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
    return Object.entries(value).some(([key, each]: [string, unknown]) => key !== 'strokes' && inside(each));
  };
  return inside(drawn);
}

/** Marks, and the letters that a font may draw as a letter with its marks. A page of Latin words alone is not read again. */
const HAS_MARKS = /[\p{M}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Lao}]/u;
