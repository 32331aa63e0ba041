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
  return HAS_MARKS.test(JSON.stringify(document.blocks) + document.title) ? withPlainText(pdf) : pdf;
}

/** Marks, and the letters that a font may draw as a letter with its marks. A page of Latin words alone is not read again. */
const HAS_MARKS = /[\p{M}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Lao}]/u;
