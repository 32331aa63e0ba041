import { crc32, deflateSync } from 'node:zlib';

let count = 0;

/** A picture of a page without a code, PNG; each is another one, also once it is encoded again: grey squares count them. */
export function blankPage(): Buffer {
  const [width, height] = [420, 594];
  count += 1;
  const pixels = Buffer.alloc(width * height, 250);
  for (let digit = 0; digit < 5; digit += 1) {
    const shade = 250 - 14 * ((count >> (4 * digit)) & 15);
    for (let y = 0; y < 16; y += 1) pixels.fill(shade, y * width + 16 * digit, y * width + 16 * (digit + 1));
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits of grey.
  head.writeUInt8(8, 8);
  const rows = Array.from({ length: height }, (_, y) => [Buffer.from([0]), pixels.subarray(y * width, (y + 1) * width)]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, check]);
}
