/** A part longer than this (characters) may break over two pages; a shorter one stays whole. */
export const LONG_TEXT = 700;

/** A run without a natural break longer than this would leave its column. */
const LONGEST_WORD = 28;

/** Letters that are read from the right: Arabic with its extensions, Hebrew, Syriac, Thaana, N'Ko. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const FIRST_LETTER = /\p{L}/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Cuts a text into what the template draws one after the other: runs of text, "\n" for a line break, and "" where a
 * long word (a hash, an address) may break without gaining a character.
 */
export function pieces(text: string): string[] {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/gu, '\n')
    .split(/(\n)/u)
    .filter((part) => part !== '')
    .flatMap((part) => (part === '\n' ? [part] : runs(part)));
}

/** The same for a text that stands on its own: one that reads from the right does not disturb its neighbours. */
export function ownPieces(text: string): string[] {
  return pieces(text).map((piece) => (FROM_RIGHT.test(piece) ? FIRST_STRONG_ISOLATE + piece + POP_ISOLATE : piece));
}

/** Whether a paragraph reads from the right: its first letter does. */
export function readsFromRight(text: string): boolean {
  return FROM_RIGHT.test(FIRST_LETTER.exec(text)?.[0] ?? '');
}

function runs(text: string): string[] {
  const found: string[] = [];
  let current = '';
  for (const word of text.split(/(\s+)/u)) {
    if (word.length <= LONGEST_WORD || FROM_RIGHT.test(word)) {
      current += word;
      continue;
    }
    const letters = [...graphemes.segment(word)].map(({ segment }) => segment);
    for (let start = 0; start < letters.length; start += 8) {
      found.push(current + letters.slice(start, start + 8).join(''), '');
      current = '';
    }
  }
  return current === '' ? found : [...found, current];
}

/** Turns the texts of a flat object into pieces and leaves the rest out. */
export function eachText(row: Record<string, unknown>): Record<string, unknown> {
  const texts = Object.entries(row).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts.map(([key, text]) => [key, ownPieces(text)]));
}
