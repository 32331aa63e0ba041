import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { digestCounter } from './private-copy.ts';
import { BackupRefused } from './manifest.ts';

/**
 * Writes lines into a packed file that only its owner can read; it appears under its name once it is whole and on the disk.
 *
 * @param work - gets the function that writes a line
 */
export async function writeLines<R>(
  file: string,
  work: (write: (line: string) => Promise<void>) => Promise<R>,
): Promise<{ result: R; bytes: number; sha256: string }> {
  const unfinished = `${file}.part`;
  const zip = createGzip();
  const counter = digestCounter();
  const written = pipeline(zip, counter.through, createWriteStream(unfinished, { mode: 0o600, flush: true }));
  // Heard where it is awaited; a fault of the disk also ends the writing of lines.
  written.catch((error: unknown) => zip.destroy(error instanceof Error ? error : undefined));
  try {
    const result = await work(async (line) => {
      if (!zip.write(`${line}\n`)) await Promise.race([once(zip, 'drain'), written]);
    });
    zip.end();
    await written;
    await rename(unfinished, file);
    return { result, ...counter.end() };
  } catch (error) {
    zip.destroy();
    await written.catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}

/**
 * The lines of a packed file. It is opened when the first line is read: lines emitted before anything reads them would be lost.
 *
 * @throws BackupRefused when the file cannot be read
 */
export async function* readLines(file: string): AsyncGenerator<string> {
  const packed = createReadStream(file);
  const input = createGunzip();
  packed.once('error', (error) => input.destroy(error));
  try {
    yield* createInterface({ input: packed.pipe(input), crlfDelay: Infinity });
  } catch (error) {
    throw new BackupRefused(`The file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
