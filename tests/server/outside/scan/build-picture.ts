import { crc32, deflateSync } from 'node:zlib';
import jpeg from 'jpeg-js';

/** A JPEG with dark and light parts: the upper half is dark, unless it is said which are. */
export function buildJpeg(width = 120, height = 160, isDark = (_x: number, y: number) => y < height / 2): Buffer {
  const data = Buffer.alloc(width * height * 4, 0xdd);
  for (let at = 0; at < width * height; at += 1)
    if (isDark(at % width, Math.floor(at / width))) data.fill(0x33, at * 4, at * 4 + 4);
  return Buffer.from(jpeg.encode({ data, width, height }, 80).data);
}

/** The same picture with a segment behind its start: metadata, or a frame. */
export function withSegment(file: Buffer, marker: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([file.subarray(0, 2), head, bytes, file.subarray(2)]);
}

/** EXIF metadata with an orientation (1 to 8), and a text as of a place. */
export function exifOf(orientation: number, text = ''): Buffer {
  const entry = Buffer.alloc(26);
  entry.write('MM\0*', 0, 'latin1');
  entry.writeUInt32BE(8, 4);
  entry.writeUInt16BE(1, 8);
  entry.writeUInt16BE(0x0112, 10);
  entry.writeUInt16BE(3, 12);
  entry.writeUInt32BE(1, 14);
  entry.writeUInt16BE(orientation, 18);
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), entry, Buffer.from(text)]);
}

/** The changed header of a JPEG: as large as its two numbers say. */
export function withFrameSize(file: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(file);
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}

/** The JPEG with another header: its kind, the bits of a colour, or how many colours it has. */
export function withFrame(
  file: Buffer,
  { marker, bits, components }: { marker?: number; bits?: number; components?: number },
): Buffer {
  const changed = Buffer.from(file);
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]));
  if (marker !== undefined) changed[frame + 1] = marker;
  if (bits !== undefined) changed[frame + 4] = bits;
  if (components !== undefined) changed[frame + 9] = components;
  return changed;
}

/** The PNG with one more chunk behind its header. */
export function withChunk(file: Buffer, type: string, content: Buffer): Buffer {
  const [start, header] = [8, 25];
  return Buffer.concat([file.subarray(0, start + header), chunk(type, content), file.subarray(start + header)]);
}

type PngShape = { width?: number; height?: number; depth?: number; colour?: number; rows?: Buffer };

/** A PNG of one shade. `colour`: 0 grey, 2 colours, 3 palette, 6 colours and opacity. */
export function buildPng({ width = 40, height = 60, depth = 8, colour = 2, rows }: PngShape = {}): Buffer {
  const channels = { 0: 1, 2: 3, 3: 1, 6: 4 }[colour] ?? 3;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, 0], 8);
  const data = rows ?? Buffer.alloc(height * (1 + Math.ceil((width * channels * depth) / 8)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    chunk('IHDR', header),
    ...(colour === 3 ? [chunk('PLTE', Buffer.from([200, 10, 10, 10, 200, 10]))] : []),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const bytes = Buffer.alloc(named.length + 8);
  bytes.writeUInt32BE(content.length, 0);
  bytes.set(named, 4);
  bytes.writeUInt32BE(crc32(named), named.length + 4);
  return bytes;
}
