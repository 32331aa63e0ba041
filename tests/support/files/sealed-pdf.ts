import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { tools } from '#tests/support/checks/tools.ts';

/** The usual tools' output for a sealed document on disk. */
export type Inspected = {
  /** pdfsig's report. */
  readonly signatures: string;
  /** pdftotext's words in reading order, one space between. */
  readonly text: string;
  /** The record embedded in the document. */
  readonly content: unknown;
};

/**
 * Reads a sealed document with pdfsig, pdftotext, pdfdetach and qpdf.
 *
 * @throws Error when qpdf finds anything wrong with the file
 */
export function inspectPdf(file: string): Inspected {
  run('qpdf', ['--check', file]);
  const attached = `${file}-content.json`;
  run('pdfdetach', ['-savefile', 'content.json', '-o', attached, file]);
  return {
    signatures: run('pdfsig', [file]),
    text: run('pdftotext', [file, '-']).replaceAll(/\s+/g, ' '),
    content: JSON.parse(fs.readFileSync(attached, 'utf8')),
  };
}

/**
 * Draws each page into `folder` as `<name>-1.png` and so on.
 *
 * @param dots - per inch: 70 can be read by people; the codes of every page can be read from 80 on, and a camera sees 150 and more
 */
export function drawPages(file: string, folder: string, name: string, dots = 70): void {
  run('pdftoppm', ['-r', String(dots), '-png', file, path.join(folder, name)]);
}

function run(tool: keyof typeof tools.pdf, args: readonly string[]): string {
  const program = tools.pdf[tool];
  if (program === undefined) throw new Error(`These tests need ${tool}: run them with npm test, which installs it.`);
  // pdfsig exits with 1 for a certificate of no known authority, and prints its report all the same.
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    if (tool === 'pdfsig' && error instanceof Error && 'stdout' in error) return String(error.stdout);
    throw error;
  }
}
