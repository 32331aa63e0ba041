import { inflateRawSync } from 'node:zlib';
import { MB } from '#domain/base/limits.ts';
import { RefusedImport } from './refused-import.ts';

/** One file of an archive, as its directory has it. */
type Entry = { name: string; method: number; packed: number; unpacked: number; at: number };

const DIRECTORY_END = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const COMMENT_MOST = 0xffff;
/** Sizes and counts that only ZIP64 can hold are replaced by these. */
const ZIP64_SIZE = 0xffffffff;
const ZIP64_COUNT = 0xffff;
const STORED = 0;
const DEFLATED = 8;

const ENTRIES_MOST = 200;
/** All files of an archive together, unpacked, bytes [choice]. */
const ARCHIVE_UNPACKED_MOST = 60 * MB;
/** An entry larger than this, bytes, may not be packed more than {@link RATIO_MOST} times [choice]. */
const RATIO_FROM = MB;
const RATIO_MOST = 100;

/**
 * The files of an archive, unpacked. All limits are those of the directory, and are checked before anything is unpacked; a file that
 * unpacks to more than the directory says is refused.
 *
 * @throws RefusedImport
 */
export function unpackZip(file: Buffer): ReadonlyMap<string, Buffer> {
  const entries = readDirectory(file);
  let unpacked = 0;
  for (const entry of entries) {
    unpacked += entry.unpacked;
    const isBomb = entry.unpacked > RATIO_FROM && entry.unpacked > RATIO_MOST * entry.packed;
    if (isBomb || unpacked > ARCHIVE_UNPACKED_MOST) throw new RefusedImport('UNPACKED');
  }
  const files = new Map<string, Buffer>();
  for (const entry of entries) {
    // Readers differ in which of two files of one name they take.
    if (files.has(entry.name)) throw new RefusedImport('DAMAGED');
    files.set(entry.name, unpack(file, entry));
  }
  return files;
}

function readDirectory(file: Buffer): Entry[] {
  const end = endOf(file);
  const count = file.readUInt16LE(end + 10);
  const size = file.readUInt32LE(end + 12);
  const start = file.readUInt32LE(end + 16);
  if (count === ZIP64_COUNT || size === ZIP64_SIZE || start === ZIP64_SIZE) throw new RefusedImport('UNPACKED');
  if (count > ENTRIES_MOST) throw new RefusedImport('UNPACKED');
  const entries: Entry[] = [];
  for (let at = start, nth = 0; nth < count; nth += 1) {
    if (at + ENTRY_LENGTH > end || file.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new RefusedImport('DAMAGED');
    const flags = file.readUInt16LE(at + 8);
    const name = file.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + file.readUInt16LE(at + 28));
    const entry = {
      name,
      method: file.readUInt16LE(at + 10),
      packed: file.readUInt32LE(at + 20),
      unpacked: file.readUInt32LE(at + 24),
      at: file.readUInt32LE(at + 42),
    };
    // The first bit of the flags says that a file is encrypted.
    if ((flags & 1) === 1) throw new RefusedImport('OLD_WORKBOOK');
    if ([entry.packed, entry.unpacked, entry.at].includes(ZIP64_SIZE)) throw new RefusedImport('UNPACKED');
    entries.push(entry);
    at += ENTRY_LENGTH + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
}

/** The place of the record at the end of the directory: the last one, as the library takes it. */
function endOf(file: Buffer): number {
  for (let at = file.length - END_LENGTH; at >= Math.max(0, file.length - END_LENGTH - COMMENT_MOST); at -= 1)
    if (file.readUInt32LE(at) === DIRECTORY_END) return at;
  throw new RefusedImport('DAMAGED');
}

function unpack(file: Buffer, { method, packed, unpacked, at }: Entry): Buffer {
  if (at + 30 > file.length || file.readUInt32LE(at) !== LOCAL_HEADER) throw new RefusedImport('DAMAGED');
  const from = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
  const bytes = file.subarray(from, from + packed);
  if (bytes.length !== packed) throw new RefusedImport('DAMAGED');
  if (method === STORED && packed === unpacked) return bytes;
  if (method !== DEFLATED) throw new RefusedImport('DAMAGED');
  const inflated = inflate(bytes, unpacked);
  if (inflated.length !== unpacked) throw new RefusedImport('DAMAGED');
  return inflated;
}

function inflate(bytes: Buffer, length: number): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, length) });
  } catch (error) {
    const isLonger = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new RefusedImport(isLonger ? 'UNPACKED' : 'DAMAGED');
  }
}
