import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { BackupRefused } from './manifest.ts';

/** A folder that is being filled; each file that it got is a line of its manifest. */
export type ExitFolder = {
  /** Writes a file that is in the memory. */
  put(path: string, bytes: Uint8Array | string): Promise<FileFacts>;
  /** Writes a file piece by piece; `rows` counts in the manifest. */
  pour(path: string, pieces: AsyncIterable<string>, countOf?: () => number): Promise<FileFacts>;
  /** Ends the manifest with these facts: before it, the folder is no export. */
  end(facts: Readonly<Record<string, unknown>>): Promise<{ files: number; bytes: number }>;
};

type FileFacts = { readonly path: string; readonly bytes: number; readonly sha256: string };

const MANIFEST = 'manifest.json';

/**
 * Fills a folder that is made or empty; only its owner can read what is written. Nothing but counts stays in the memory: the lines of the
 * manifest are written as the files are.
 *
 * @throws BackupRefused for a folder that holds something; whatever goes wrong, the folder then holds nothing
 */
export async function fillFolder<R>(folder: string, work: (filling: ExitFolder) => Promise<R>): Promise<R> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new BackupRefused(`The folder ${folder} is not empty. Name a new one.`);
  const unfinished = join(folder, `${MANIFEST}.part`);
  const manifest = writing(unfinished);
  const total = { files: 0, bytes: 0 };
  const made = new Set<string>();
  const openFile = async (path: string) => {
    const target = join(folder, path);
    if (!made.has(dirname(target))) await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    made.add(dirname(target));
    return writing(target);
  };
  const list = async (facts: FileFacts & { rows?: number }): Promise<FileFacts> => {
    await manifest.write(`${total.files === 0 ? '{"files":[' : ','}\n${JSON.stringify(facts)}`);
    total.files += 1;
    total.bytes += facts.bytes;
    return facts;
  };
  try {
    return await work({
      put: async (path, bytes) => {
        const file = await openFile(path);
        await file.write(bytes);
        return list({ path, ...(await file.end()) });
      },
      pour: async (path, pieces, countOf) => {
        const file = await openFile(path);
        for await (const piece of pieces) await file.write(piece);
        const written = { path, ...(await file.end()) };
        return list(countOf === undefined ? written : { ...written, rows: countOf() });
      },
      end: async (facts) => {
        await manifest.write(`\n],${JSON.stringify(facts).slice(1)}\n`);
        await manifest.end();
        await rename(unfinished, join(folder, MANIFEST));
        return total;
      },
    });
  } catch (error) {
    manifest.stop();
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
    throw error;
  }
}

function writing(path: string) {
  const stream: WriteStream = createWriteStream(path, { mode: 0o600, flush: true });
  const written = finished(stream);
  // Heard where the file is ended or written to.
  written.catch(() => undefined);
  const hash: Hash = createHash('sha256');
  let bytes = 0;
  return {
    write: async (piece: Uint8Array | string): Promise<void> => {
      hash.update(piece);
      bytes += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
      if (!stream.write(piece)) await Promise.race([once(stream, 'drain'), written]);
    },
    end: async (): Promise<{ bytes: number; sha256: string }> => {
      stream.end();
      await written;
      return { bytes, sha256: hash.digest('hex') };
    },
    stop: () => void stream.destroy(),
  };
}
