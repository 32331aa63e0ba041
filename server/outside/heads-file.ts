import { createReadStream } from 'node:fs';
import { appendFile, mkdir, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { canonical } from '#domain/base/canonical.ts';
import type { ChainKey, ChainRef } from '#server/data/integrity/chain-heads.ts';
import { sha256Hex } from '#server/sha256.ts';

/** A name in a line of the file: of a chain, or of the mark of a row by its table and key. */
type FiledRef = Omit<ChainRef, 'chain'> & { chain: ChainRef['chain'] | 'ROW' };
/** The end of one chain as a line of the file has it, or the mark of one row: how often it was written, and its MAC. */
export type FiledHead = FiledRef & { length: number; head: string };
/** All that the file says: the newest end of each chain by `fileKey`, and the time of the newest line, ISO. */
export type Filed = { heads: Map<string, FiledHead>; newestAt: string | undefined; isWhole: boolean };

/** The ends of all chains outside the database: a file that only grows, one line an hour with the ends that have changed. */
export type HeadsFile = {
  /** Everything filed so far; undefined before the first line. `isWhole` is false when a line was changed or taken out. */
  read(): Promise<Filed | undefined>;
  /**
   * Adds a line and returns once it is on the disk. Lines that are added at once follow one another.
   *
   * @param at - ISO
   * @param options - `isAnew`: the heads of this line are all there are, whatever earlier lines say; `ifThere`: a file that is missing
   *   stays missing
   */
  append(at: string, heads: readonly FiledHead[], options?: { isAnew?: boolean; ifThere?: boolean }): Promise<void>;
};

type Line = {
  at: string;
  previous: string;
  /** earlier lines count no more */
  isAnew?: true;
  heads: [string, FiledRef['chain'], string, number, string][];
};

/** Opens `chain/heads.jsonl` in the data folder; every line holds the digest of the one before, and a MAC. */
export function openHeadsFile(dataDir: string, key: ChainKey): HeadsFile {
  const path = join(dataDir, 'chain', 'heads.jsonl');
  let appended: Promise<unknown> = Promise.resolve();
  return {
    read: () => read(path, key),
    append: (at, heads, options) => {
      const appending = appended.then(() => append(path, key, { at, heads, ...options }));
      appended = appending.catch(() => undefined);
      return appending;
    },
  };
}

type Appended = { at: string; heads: readonly FiledHead[]; isAnew?: boolean; ifThere?: boolean };

async function append(path: string, key: ChainKey, { at, heads, isAnew = false, ifThere = false }: Appended): Promise<void> {
  if (ifThere && !(await isThere(path))) return;
  const last = await lastLine(path);
  const line: Line = {
    at,
    previous: last === undefined ? '' : sha256Hex(last),
    ...(isAnew ? { isAnew } : {}),
    heads: heads.map(({ organisation_id, chain, id, length, head }) => [organisation_id, chain, id, length, head]),
  };
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await appendFile(path, `${JSON.stringify({ ...line, mac: key.mac(canonical(line)) })}\n`, { mode: 0o600 });
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The name of a chain among the filed heads. */
export function fileKey({ organisation_id, chain, id }: FiledRef): string {
  return `${organisation_id} ${chain} ${id}`;
}

async function read(path: string, key: ChainKey): Promise<Filed | undefined> {
  if (!(await isThere(path))) return undefined;
  const filed: Filed = { heads: new Map(), newestAt: undefined, isWhole: true };
  let previous = '';
  for await (const text of linesOf(path)) {
    const line = parse(text);
    if (line === undefined || line.mac !== key.mac(canonical(line.said)) || line.said.previous !== previous)
      filed.isWhole = false;
    previous = sha256Hex(text);
    if (line?.said.isAnew === true) filed.heads.clear();
    for (const [organisation_id, chain, id, length, head] of line?.said.heads ?? []) {
      const each = { organisation_id, chain, id, length, head };
      // An end that goes back takes the place of none.
      if ((filed.heads.get(fileKey(each))?.length ?? -1) < length) filed.heads.set(fileKey(each), each);
    }
    filed.newestAt = line?.said.at ?? filed.newestAt;
  }
  return filed;
}

/** Read from the end, as the file grows for years; bytes at once. */
const TAIL = 64 * 1024;
const LINE_END = 0x0a;

async function lastLine(path: string): Promise<string | undefined> {
  if (!(await isThere(path))) return undefined;
  const file = await open(path, 'r');
  try {
    let from = (await file.stat()).size;
    if (from === 0) return undefined;
    const pieces: Buffer[] = [];
    for (let isLineFound = false; from > 0 && !isLineFound;) {
      const piece = Buffer.alloc(Math.min(TAIL, from));
      from -= piece.length;
      await file.read(piece, 0, piece.length, from);
      // The line's own end is the last byte of the file.
      const end = pieces.length === 0 ? piece.length - 2 : piece.length - 1;
      const before = end < 0 ? -1 : piece.lastIndexOf(LINE_END, end);
      isLineFound = before !== -1;
      pieces.unshift(piece.subarray(before + 1));
    }
    return Buffer.concat(pieces).toString('utf8').replace(/\n$/, '');
  } finally {
    await file.close();
  }
}

function linesOf(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path), crlfDelay: Infinity });
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function parse(text: string): { said: Line; mac: unknown } | undefined {
  try {
    // Every member is compared with its MAC before anything relies on it.
    const { mac, ...said } = JSON.parse(text) as Line & { mac: unknown };
    return Array.isArray(said.heads) ? { said, mac } : undefined;
  } catch {
    return undefined;
  }
}
