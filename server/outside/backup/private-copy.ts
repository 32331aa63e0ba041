import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupFile } from './manifest.ts';

/** The contents of a data folder beside the embedded database: keys, the file of heads, and mail stored as files. */
const PARTS = ['chain', 'seal', 'secrets.key', 'mail'];
/** Unfinished files, which their next writer makes anew. */
const UNFINISHED = /\.(?:part|draft)$/;

/** The files of a data folder, by their paths in it, in a fixed order. */
export async function dataFilesOf(dataDir: string): Promise<string[]> {
  const found = await Promise.all(PARTS.map((part) => filesBelow(dataDir, part)));
  return found.flat().filter((path) => !UNFINISHED.test(path));
}

/**
 * Writes a copy that only its owner can read and returns once it is on the disk.
 *
 * @param path - of the file in `to.folder`, with which the digest is given back
 */
export async function copyPrivately(from: string, to: { folder: string; path: string }): Promise<BackupFile> {
  const target = join(to.folder, to.path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  // A line that another server is adding to the file of heads may be half there: the copy ends with the last whole one.
  const bytes = from.endsWith('.jsonl') ? wholeLines(await readFile(from)) : undefined;
  const counter = digestCounter();
  const source = bytes === undefined ? createReadStream(from) : Readable.from([bytes]);
  await pipeline(source, counter.through, createWriteStream(target, { mode: 0o600, flush: true }));
  await syncFolder(dirname(target));
  return { path: to.path, ...counter.end() };
}

/** The size and the digest of a file as it is on the disk. */
export async function digestOf(file: string): Promise<Omit<BackupFile, 'path'>> {
  const counter = digestCounter();
  for await (const _ of counter.through(createReadStream(file)));
  return counter.end();
}

/** Counts and digests the bytes that pass. */
export function digestCounter(): {
  through: (this: void, source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>;
  end: () => Omit<BackupFile, 'path'>;
} {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    through: async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const piece of source) {
        hash.update(piece);
        bytes += piece.length;
        yield piece;
      }
    },
    end: () => ({ bytes, sha256: hash.digest('hex') }),
  };
}

/** Brings the names in a folder to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

function wholeLines(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
}

async function filesBelow(folder: string, path: string): Promise<string[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true }).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOTDIR') return undefined;
    if (code === 'ENOENT') return [];
    throw error;
  });
  if (entries === undefined) return [path];
  const below = entries.filter((entry) => entry.isDirectory() || entry.isFile());
  return (await Promise.all(below.map(({ name }) => filesBelow(folder, `${path}/${name}`)))).flat().toSorted();
}
