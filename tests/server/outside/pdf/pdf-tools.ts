import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestRunner } from 'vitest';

/** Runs a command-line tool on a PDF; `FILE` among the arguments stands for its path, `FOLDER` for an empty folder. */
export function onPdf(bytes: Uint8Array, tool: string, ...args: readonly string[]): string {
  return inFolder(bytes, tool, args, () => undefined).output;
}

/** The text that `pdftotext` reads, in reading order. */
export function textOf(bytes: Uint8Array): string {
  return onPdf(bytes, 'pdftotext', 'FILE', '-').replace(/\s+/g, ' ');
}

/** Draws one page (from 1) as grey pixels, 0 black to 255 white. */
export function pixelsOf(
  bytes: Uint8Array,
  page: number,
  dotsPerInch: number,
): { width: number; height: number; grey: Uint8Array } {
  const one = ['-gray', '-singlefile', '-f', String(page), '-r', String(dotsPerInch), 'FILE', 'FOLDER/page'];
  const { read } = inFolder(bytes, 'pdftoppm', one, (folder) => readFileSync(join(folder, 'page.pgm')));
  const [header, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(read.toString('latin1', 0, 64)) ?? [];
  if (!header) throw new Error('pdftoppm drew no grey picture');
  return { width: Number(width), height: Number(height), grey: read.subarray(header.length) };
}

/** The PDF that a tool writes of another, to `FOLDER/written.pdf`. */
export function writtenBy(bytes: Uint8Array, tool: string, ...args: readonly string[]): Buffer {
  return inFolder(bytes, tool, args, (folder) => readFileSync(join(folder, 'written.pdf'))).read;
}

/** The file that a PDF carries under this name. */
export function attachmentOf(bytes: Uint8Array, name: string): string {
  return attachmentBytesOf(bytes, name).toString('utf8');
}

/** As {@link attachmentOf}, of a file that is no text. */
export function attachmentBytesOf(bytes: Uint8Array, name: string): Buffer {
  const args = ['-saveall', '-o', 'FOLDER', 'FILE'];
  return inFolder(bytes, 'pdfdetach', args, (folder) => readFileSync(join(folder, name))).read;
}

function inFolder<Read>(bytes: Uint8Array, tool: string, args: readonly string[], read: (folder: string) => Read) {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-test-'));
  const out = mkdtempSync(join(folder, 'out-'));
  try {
    const file = join(folder, 'document.pdf');
    writeFileSync(file, bytes);
    const filled = args.map((arg) => arg.replace('FILE', file).replace('FOLDER', out));
    const output = run(tool, filled);
    return { output, read: read(out) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A machine without the tool skips the test and says which: in CI the run has made sure of the tools before. */
function run(tool: string, args: readonly string[]): string {
  try {
    return execFileSync(tool, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing) TestRunner.getCurrentTest()?.context.skip(`${tool} is not installed`);
    throw error;
  }
}

/** Text without what a line break may have put in or taken away: a long name is broken at its hyphens. */
export function unbroken(text: string): string {
  return text.replaceAll(/[\s\p{Pd}]+/gu, '');
}
