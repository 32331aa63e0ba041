/** The position of a signature in a file: the gap runs from its `<` up to and with its `>`. */
export type SignatureGap = { gapStart: number; gapEnd: number; coversWholeFile: boolean };

const MARK = Buffer.from('/ByteRange');
/** `/ByteRange [0 12 34 56]`, with its padding. */
const RANGE = /^\/ByteRange\s*\[\s*(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/;
/** A file of this product holds one; the limit only bounds the work on a hostile file. */
const MOST_SIGNATURES = 16;
/** Marks that are looked at, also those that are no signature: each takes time. */
const MOST_MARKS = 512;

/** Finds the positions of signatures, the last one first. Text that only looks like a signature is left out. */
export function signatureGaps(bytes: Buffer): SignatureGap[] {
  const signatures: SignatureGap[] = [];
  let marks = 0;
  for (let at = bytes.lastIndexOf(MARK); at >= 0 && signatures.length < MOST_SIGNATURES && marks < MOST_MARKS; marks += 1) {
    const signature = readRange(bytes, at);
    if (signature) signatures.push(signature);
    at = at === 0 ? -1 : bytes.lastIndexOf(MARK, at - 1);
  }
  return signatures;
}

/** A gap with a signature, its certificates and a time stamp is under 40 kB of hex. */
const LARGEST_GAP = 256 * 1024;

const OUR_HEX = /^<(?:[0-9A-F]{2})+>$/;
const ANY_HEX = /^<(?:[0-9A-Fa-f]{2})+>$/;

/** The bytes in a gap; undefined where it is not one hex string. @param isOurs - in upper case, as this product writes it */
export function readGap(file: Buffer, { gapStart, gapEnd }: SignatureGap, isOurs = true): Buffer | undefined {
  if (gapEnd - gapStart > LARGEST_GAP) return undefined;
  const text = file.toString('latin1', gapStart, gapEnd);
  return (isOurs ? OUR_HEX : ANY_HEX).test(text) ? Buffer.from(text.slice(1, -1), 'hex') : undefined;
}

export function lastSignature(bytes: Buffer): SignatureGap | undefined {
  return signatureGaps(bytes)[0];
}

function readRange(bytes: Buffer, at: number): SignatureGap | undefined {
  const found = RANGE.exec(bytes.toString('latin1', at, at + 120));
  if (!found) return undefined;
  const [start = -1, length = -1, next = -1, rest = -1] = found.slice(1).map(Number);
  const isInside = start === 0 && length > 0 && next > length && next + rest <= bytes.length;
  return isInside ? { gapStart: length, gapEnd: next, coversWholeFile: next + rest === bytes.length } : undefined;
}
