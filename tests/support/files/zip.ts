import { deflateRawSync } from 'node:zlib';

/** A file of an archive; `unpacked` is what the directory says of it, where that is a lie. */
export type ZipFile = { name: string; content: string | Buffer; unpacked?: number; flags?: number };

/** An archive of these files, packed. @param count - the false number of files in its end, where the archive lies */
export function zipOf(files: readonly ZipFile[], { count = files.length }: { count?: number } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, unpacked, flags = 0 } of files) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes, { level: 9 });
    const length = unpacked ?? bytes.length;
    const local = header(0x04034b50, 30);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(8, 8);
    writeSizes(local, 14, { bytes, packed, length });
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    const central = header(0x02014b50, 46);
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(flags, 8);
    central.writeUInt16LE(8, 10);
    writeSizes(central, 16, { bytes, packed, length });
    central.writeUInt16LE(Buffer.byteLength(name), 28);
    central.writeUInt32LE(at, 42);
    parts.push(local, Buffer.from(name), packed);
    directory.push(central, Buffer.from(name));
    at += 30 + Buffer.byteLength(name) + packed.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = header(0x06054b50, 22);
  end.writeUInt16LE(count % 65_536, 8);
  end.writeUInt16LE(count % 65_536, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

function header(signature: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32LE(signature, 0);
  return bytes;
}

function writeSizes(to: Buffer, at: number, { bytes, packed, length }: { bytes: Buffer; packed: Buffer; length: number }): void {
  to.writeUInt32LE(crcOf(bytes), at);
  to.writeUInt32LE(packed.length, at + 4);
  to.writeUInt32LE(length >>> 0, at + 8);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function crcOf(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}
