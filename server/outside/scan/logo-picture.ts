import { crc32, inflateSync } from 'node:zlib';
import type { LogoRefusal } from '#domain/organisation/logo-refusals.ts';
import { LOGO_BYTES_MOST, LOGO_HEIGHT_MOST, LOGO_WIDTH_MOST } from '#domain/organisation/organisation.ts';
import { decodePicture } from './decode-picture.ts';
import { scanFileKindOf } from './picture-header.ts';

/** `png` is what is stored: the picture without anything else that the file holds. */
export type LogoVerdict = { readonly ok: true; readonly png: Uint8Array } | { readonly ok: false; readonly reason: LogoRefusal };

/** The parts of a PNG that make its picture: no text, no profile, no animation. */
const PICTURE_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
const SIGNATURE_LENGTH = 8;
/** Length, type and checksum of a chunk, bytes. */
const CHUNK_FRAME = 12;
/** The data of a picture unpacked: four channels of 16 bits, and the filter and passes of its rows, bytes. */
const LOGO_UNPACKED_MOST = 2 * LOGO_WIDTH_MOST * LOGO_HEIGHT_MOST * 8;

/** Inspects a logo: its size by its header before anything of it is unpacked, then all of its picture. */
export async function inspectLogo(file: Uint8Array): Promise<LogoVerdict> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (scanFileKindOf(bytes) !== 'PNG') return refused('NOT_A_PNG');
  if (bytes.length > LOGO_BYTES_MOST) return refused('TOO_LARGE');
  const chunks = chunksOf(bytes);
  const header = chunks[0];
  if (header?.type !== 'IHDR' || header.data.length !== 13 || chunks.at(-1)?.type !== 'IEND') return refused('DAMAGED');
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
  if (width > LOGO_WIDTH_MOST || height > LOGO_HEIGHT_MOST) return refused('TOO_MANY_PIXELS');
  if (!isUnpacked(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))) return refused('DAMAGED');
  const parts = chunks.filter(({ type }) => PICTURE_CHUNKS.includes(type)).map(({ whole }) => whole);
  const png = Buffer.concat([bytes.subarray(0, SIGNATURE_LENGTH), ...parts]);
  const picture = await decodePicture(png, 'PNG').catch(() => undefined);
  if (picture?.width !== width || picture.height !== height) return refused('DAMAGED');
  return { ok: true, png: new Uint8Array(png) };
}

function refused(reason: LogoRefusal): LogoVerdict {
  return { ok: false, reason };
}

type Chunk = { readonly type: string; readonly data: Buffer; readonly whole: Buffer };

/** The chunks up to the end of the picture; empty for a file that breaks off or is altered. Bytes behind the end are left out. */
function chunksOf(file: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE_LENGTH; at + CHUNK_FRAME <= file.length;) {
    const end = at + CHUNK_FRAME + file.readUInt32BE(at);
    // A reader of the finished document may refuse a picture with a wrong checksum.
    if (end > file.length || crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return [];
    const type = file.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: file.subarray(at + 8, end - 4), whole: file.subarray(at, end) });
    if (type === 'IEND') return chunks;
    at = end;
  }
  return [];
}

/** Whether the data unpacks to no more than the largest logo has. */
function isUnpacked(data: readonly Buffer[]): boolean {
  try {
    return inflateSync(Buffer.concat(data), { maxOutputLength: LOGO_UNPACKED_MOST }).length > 0;
  } catch {
    return false;
  }
}
