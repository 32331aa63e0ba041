import { PICTURE_PIXELS_MOST } from '#domain/documents/file-limits.ts';
import { RefusedScan } from './refused-scan.ts';

/** Passes over a JPEG that take long to decode: a progressive one has about ten. */
const JPEG_PASSES_MOST = 64;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);

export type ScanFileKind = 'PDF' | 'JPEG' | 'PNG';

/** The kind of a file by its first bytes; undefined for any other. */
export function scanFileKindOf(file: Buffer): ScanFileKind | undefined {
  if (file.toString('latin1', 0, 5) === '%PDF-') return 'PDF';
  if (file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff) return 'JPEG';
  return file.subarray(0, PNG_START.length).equals(PNG_START) ? 'PNG' : undefined;
}

/**
 * Checks that a picture is complete and not larger than it may be, before it is decoded.
 *
 * @throws RefusedScan
 */
export function checkPicture(file: Buffer, kind: 'JPEG' | 'PNG'): void {
  const pixels = kind === 'PNG' ? pngPixels(file) : jpegPixels(file);
  if (pixels > PICTURE_PIXELS_MOST) throw new RefusedScan('TOO_MANY_PIXELS');
  if (!(pixels > 0)) throw new RefusedScan('DAMAGED');
}

function pngPixels(file: Buffer): number {
  if (file.length < 33 || file.toString('latin1', 12, 16) !== 'IHDR') throw new RefusedScan('DAMAGED');
  return file.readUInt32BE(16) * file.readUInt32BE(20);
}

/** The largest frame of a JPEG; 0 for one without. */
function jpegPixels(file: Buffer): number {
  let pixels = 0;
  let passes = 0;
  for (let at = 2; ;) {
    at = nextMarker(file, at);
    const marker = file[at + 1];
    if (at < 0 || marker === undefined) throw new RefusedScan('DAMAGED');
    if (marker === END_OF_IMAGE) return passes > 0 ? pixels : 0;
    const length = at + 4 <= file.length ? file.readUInt16BE(at + 2) : 0;
    if (length < 2 || at + 2 + length > file.length) throw new RefusedScan('DAMAGED');
    if (isFrame(marker) && length >= 8) {
      checkFrameKind(file, at);
      pixels = Math.max(pixels, file.readUInt16BE(at + 5) * file.readUInt16BE(at + 7));
    }
    if (marker === START_OF_SCAN && ++passes > JPEG_PASSES_MOST) throw new RefusedScan('TOO_SLOW');
    at += 2 + length;
  }
}

/** The place of the next marker that is neither a restart nor a byte of the picture; -1 where there is none. */
function nextMarker(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0;
    if (next !== 0 && next !== 1 && next !== 0xff && !(next >= 0xd0 && next <= 0xd8)) return at;
  }
  return -1;
}

/** Frames that the decoder reads: with sequence or progression of Huffman codes, and those of arithmetic codes. */
const READ_FRAMES = [0xc0, 0xc1, 0xc2, 0xc9, 0xca];
const BITS_READ = 8;
/** Cyan, magenta, yellow and black. */
const PRINT_COMPONENTS = 4;

/** A sound file of a rare kind is not called damaged. */
function checkFrameKind(file: Buffer, at: number): void {
  if (file[at + 9] === PRINT_COMPONENTS) throw new RefusedScan('PRINT_COLOURS');
  if (!READ_FRAMES.includes(file[at + 1] ?? 0) || file[at + 4] !== BITS_READ) throw new RefusedScan('RARE_PICTURE');
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
