import fs from 'node:fs';
import path from 'node:path';

/**
 * The files under a folder in which one of these words can be read: unchanged, in capitals as screens show a surname, or in lower
 * case as a search index may store it; in UTF-8 or UTF-16, also inside compressed LevelDB tables. @returns `word: file` for each
 * find
 */
export function foundInClear(folder: string, words: readonly string[]): string[] {
  const looks = words.flatMap((word) =>
    [word, word.toUpperCase(), word.toLowerCase()].flatMap((spelling) => [
      { word, bytes: Buffer.from(spelling, 'utf8') },
      { word, bytes: Buffer.from(spelling, 'utf16le') },
    ]),
  );
  const finds = new Set<string>();
  for (const file of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const place = path.join(folder, file);
    if (!fs.statSync(place, { throwIfNoEntry: false })?.isFile()) continue;
    const raw = fs.readFileSync(place);
    const texts = /\.(ldb|sst)$/.test(file) ? [raw, ...blocksOf(raw)] : [raw];
    for (const { word, bytes } of looks) if (texts.some((text) => text.includes(bytes))) finds.add(`${word}: ${file}`);
  }
  return [...finds];
}

/** The data blocks of a LevelDB table, decompressed; none for an incomplete file, whose log still has all of it. */
function blocksOf(file: Buffer): Buffer[] {
  if (file.length < 48) return [];
  try {
    const footer = reader(file.subarray(-48));
    footer.handle();
    const index = blockAt(file, footer.handle());
    return handlesIn(index).map((handle) => blockAt(file, handle));
  } catch (failure) {
    if (failure instanceof RangeError) return [];
    throw failure;
  }
}

type Handle = { readonly offset: number; readonly size: number };

function blockAt(file: Buffer, { offset, size }: Handle): Buffer {
  const packed = file.subarray(offset, offset + size);
  return file[offset + size] === 1 ? unpack(packed) : packed;
}

/** The handles of the data blocks, from the index block: each entry's value is a handle. */
function handlesIn(index: Buffer): Handle[] {
  const restarts = index.readUInt32LE(index.length - 4);
  const entries = reader(index.subarray(0, index.length - 4 - 4 * restarts));
  const handles: Handle[] = [];
  while (entries.hasMore()) {
    entries.number();
    const key = entries.number();
    const value = entries.number();
    entries.skip(key);
    handles.push(reader(entries.take(value)).handle());
  }
  return handles;
}

/** Reads LevelDB's and Snappy's varints. @throws RangeError at the end of the bytes */
function reader(bytes: Buffer) {
  let at = 0;
  const number = (): number => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = bytes.readUInt8(at);
      at += 1;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  return {
    number,
    handle: (): Handle => ({ offset: number(), size: number() }),
    skip: (count: number) => void (at += count),
    take: (count: number) => bytes.subarray(at, (at += count)),
    hasMore: () => at < bytes.length,
  };
}

/** Snappy's raw format: literals, and copies of earlier output. */
function unpack(packed: Buffer): Buffer {
  const from = reader(packed);
  const out = Buffer.alloc(from.number());
  let at = 0;
  while (from.hasMore()) {
    const tag = from.take(1).readUInt8();
    if ((tag & 3) === 0) {
      const size = (tag >> 2) + 1;
      const length = size <= 60 ? size : from.take(size - 60).readUIntLE(0, size - 60) + 1;
      at += from.take(length).copy(out, at);
      continue;
    }
    const { length, back } = copyOf(tag, from);
    // A copy may overlap its own output.
    for (let nth = 0; nth < length; nth += 1, at += 1) out[at] = out[at - back] ?? 0;
  }
  return out;
}

function copyOf(tag: number, from: ReturnType<typeof reader>): { length: number; back: number } {
  if ((tag & 3) === 1) return { length: ((tag >> 2) & 7) + 4, back: ((tag >> 5) << 8) + from.take(1).readUInt8() };
  const wide = (tag & 3) === 2 ? 2 : 4;
  return { length: (tag >> 2) + 1, back: from.take(wide).readUIntLE(0, wide) };
}
