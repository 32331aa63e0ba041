import { crc32, deflateSync } from 'node:zlib';

let shade = 255;

/** A picture of a page without a code, PNG; each is another file. */
export function blankPage(): Buffer {
  const [width, height] = [420, 594];
  shade -= 1;
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width, shade)]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits of grey.
  head.writeUInt8(8, 8);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, check]);
}
