/** Thrown when a document cannot be drawn; the message holds no text of the document. */
export class PdfNotDrawn extends Error {
  override name = 'PdfNotDrawn';
}

/** Of a letter whose address does not fit its window. */
export const WINDOW_TOO_SMALL = 'The address does not fit the window of the envelope.';
