import { accessible } from './accessible.ts';
import type { PdfDocument } from './blocks.ts';
import { drawPdf } from './draw-pdf.ts';

/**
 * A document as it leaves the drawing: one that is to be sealed says in the seal's revision that it keeps to PDF/UA-1, any other here. A
 * document that can be checked by an address is sealed.
 *
 * @throws as {@link drawPdf}
 */
export async function wholePdf(document: PdfDocument): Promise<Uint8Array> {
  const drawn = await drawPdf(document);
  return document.footer.verifyUrl === undefined ? accessible(drawn) : drawn;
}
