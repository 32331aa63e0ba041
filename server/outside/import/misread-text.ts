import { encodeWindows1252 } from './windows-1252.ts';

/** Samples that a question shows. */
const SAMPLES_MOST = 3;

/** A letter of another script between two Latin ones, which one wrong byte may make. */
const MIXED = /\p{Script=Latin}(?!\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited})\p{L}\p{Script=Latin}/u;

/**
 * Texts that look as if UTF-8 had been read as windows-1252, `MÃ¼ller`, or as if a byte were wrong, `O這Brien`. They may have been saved so long before this file.
 *
 * @returns up to three different ones
 */
export function misreadTexts(cells: Iterable<string>): string[] {
  const found = new Set<string>();
  for (const cell of cells) {
    if (isMisread(cell) || MIXED.test(cell)) found.add(cell);
    if (found.size >= SAMPLES_MOST) break;
  }
  return [...found];
}

/** Whether some letters of a text are, byte by byte, one letter of UTF-8. */
function isMisread(text: string): boolean {
  return (text.match(/[^\p{ASCII}]{2,4}/gu) ?? []).some((run) => Array.from(run).some((_, at) => isOneLetter(run.slice(at))));
}

/** Whether a run begins with characters whose bytes in windows-1252 are one letter of UTF-8. */
function isOneLetter(run: string): boolean {
  return [2, 3, 4].some((length) => {
    const bytes = encodeWindows1252(run.slice(0, length));
    if (bytes === undefined || bytes.length !== length) return false;
    try {
      return /^[\p{L}\p{P}]$/u.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
      return false;
    }
  });
}
