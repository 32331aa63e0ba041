/** Thrown when a document cannot be drawn; the message holds no text of the document. */
export class PdfNotDrawn extends Error {
  override name = 'PdfNotDrawn';
}
