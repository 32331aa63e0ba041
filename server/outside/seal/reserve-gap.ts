import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfString } from '@libpdf/core';
import { markAccessible } from '#server/outside/pdf/accessible.ts';

/** A PDF whose signature field is to be written. */
export type GapTask = {
  pdf: Uint8Array;
  /** Shown in the signature's properties; no patient data. */
  reason: string;
  /** Epoch ms: the signature dictionary's claimed time. */
  now: number;
  /** Bytes to leave for the signature. */
  room: number;
};

/** Stands for offsets that are known only once the file is written: the largest number of ten digits. */
const UNKNOWN_OFFSET = 9_999_999_999;
const OFFSET_WIDTH = String(UNKNOWN_OFFSET).length;
const RANGE_PLACEHOLDER = byteRange(UNKNOWN_OFFSET, UNKNOWN_OFFSET, UNKNOWN_OFFSET);
const FIELD_NAME = 'Seal';
/** Annotation flags (ISO 32000, 12.5.3): print, without which PDF/A allows no annotation, and locked. */
const PRINT_AND_LOCKED = 132;

/**
 * Appends the signature field and an empty gap to a PDF. The library's own `sign` would also build a signature: that takes most of
 * its time and carries a signing time, which PAdES forbids. The real signature is written into the gap afterwards. The same revision
 * says that the file keeps to PDF/UA-1.
 *
 * @returns the file with its byte range; the gap is a hex string of `room` zero bytes
 * @throws Error when the file is no PDF/A of this product, has no page, or has a field of this name already
 */
export async function reserveGap({ pdf, reason, now, room }: GapTask): Promise<Uint8Array> {
  const loaded = await PDF.load(pdf);
  const firstPage = loaded.getPage(0);
  if (!firstPage) throw new Error('The document has no page.');
  const form = loaded.getOrCreateForm();
  // A new form comes with fonts that are not embedded, which PDF/A does not want, for fields that this file never has.
  const formDict = form.acroForm().getDict();
  for (const unused of ['DR', 'DA', 'NeedAppearances']) formDict.delete(unused);
  const signature = loaded.register(signatureDict(reason, now, room));
  const field = form.createSignatureField(FIELD_NAME).getDict();
  // Field and widget are one dictionary; a rectangle without area is not drawn.
  field.delete('Kids');
  field.set('V', signature);
  field.set('Type', PdfName.of('Annot'));
  field.set('Subtype', PdfName.of('Widget'));
  field.set('F', PdfNumber.of(PRINT_AND_LOCKED));
  field.set('P', firstPage.ref);
  field.set('Rect', numbers(0, 0, 0, 0));
  // Spoken by readers in place of the field's name.
  field.set('TU', PdfString.fromString(FIELD_NAME));
  markAccessible(loaded);
  return withByteRange(await loaded.save({ incremental: true }), room);
}

/** The byte range is a placeholder, and the gap follows it: `withByteRange` relies on both. */
function signatureDict(reason: string, now: number, room: number): PdfDict {
  return PdfDict.of({
    Type: PdfName.of('Sig'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of('ETSI.CAdES.detached'),
    ByteRange: numbers(0, UNKNOWN_OFFSET, UNKNOWN_OFFSET, UNKNOWN_OFFSET),
    Contents: PdfString.fromBytes(new Uint8Array(room)),
    M: PdfString.fromString(pdfDate(now)),
    Reason: PdfString.fromString(reason),
  });
}

function withByteRange(bytes: Uint8Array, room: number): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rangeStart = file.lastIndexOf(RANGE_PLACEHOLDER, undefined, 'latin1');
  const gapStart = file.indexOf('<', rangeStart, 'latin1');
  const gapEnd = gapStart + 2 * room + 2;
  if (rangeStart < 0 || file.toString('latin1', gapEnd - 1, gapEnd) !== '>')
    throw new Error('The PDF library left no place for the seal.');
  file.write(byteRange(gapStart, gapEnd, file.length - gapEnd), rangeStart, 'latin1');
  return bytes;
}

function byteRange(...offsets: readonly number[]): string {
  return `[0 ${offsets.map((offset) => String(offset).padEnd(OFFSET_WIDTH)).join(' ')}]`;
}

function numbers(...values: readonly number[]): PdfArray {
  return PdfArray.of(...values.map((value) => PdfNumber.of(value)));
}

/** `D:YYYYMMDDHHmmssZ`, in UTC. */
function pdfDate(at: number): string {
  return `D:${new Date(at).toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z`;
}
