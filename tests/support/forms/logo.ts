import { crc32, deflateSync } from 'node:zlib';

/** One chunk of a PNG. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(typed), 4);
  return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)]);
}

type Picture = { width?: number; height?: number; data?: Uint8Array; extra?: readonly Buffer[] };

/** A PNG of a cross in a circle, in colour with a clear ground. @param picture - `data`: what its rows are, deflated; `extra`: chunks before it */
export function aLogo({ width = 300, height = 100, data, extra = [] }: Picture = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', data ?? deflateSync(rowsOf(width, height))),
    pngChunk('IEND', new Uint8Array()),
  ]);
}

function rowsOf(width: number, height: number): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 4));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [x - height / 2, y - height / 2];
      const isInside = Math.hypot(dx, dy) < height / 2 - 1;
      const isCross = isInside && (Math.abs(dx) < height / 9 || Math.abs(dy) < height / 9);
      const isBar = x > height && Math.abs(dy) < height / 6;
      rows.set(
        isCross ? [255, 255, 255, 255] : isInside || isBar ? [11, 92, 107, 255] : [0, 0, 0, 0],
        y * (1 + width * 4) + 1 + x * 4,
      );
    }
  return rows;
}
