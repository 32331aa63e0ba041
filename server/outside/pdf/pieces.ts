import { FIRST_STRONG_ISOLATE, FROM_RIGHT, isComposed, POP_ISOLATE, readsFromRight } from '#domain/values/composed.ts';

/** A part longer than this (characters) may break over two pages; a shorter one stays whole. */
export const LONG_TEXT = 700;

/** A run without a natural break longer than this would leave its column. */
const LONGEST_WORD = 28;

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

/** The same for a text that stands on its own in a line read from the left: its letters read from the right do not disturb their neighbours. */
export function ownPieces(text: string): string[] {
  if (isComposed(text) || !FROM_RIGHT.test(text)) return pieces(text);
  const isolated = text
    .split('\n')
    .map((line) => (readsFromRight(line) ? inIsolate(line) : line.replaceAll(RUN_FROM_RIGHT, inIsolate)))
    .join('\n');
  return pieces(isolated);
}

/** Letters read from the right with all between them that is no letter of another direction; a comma ends the run, as what follows it is another. */
const RUN_FROM_RIGHT = new RegExp(`${FROM_RIGHT.source}(?:[^\\p{L}\\p{N},;:()]*${FROM_RIGHT.source}|\\p{M})*`, 'gu');

function inIsolate(text: string): string {
  return FIRST_STRONG_ISOLATE + text + POP_ISOLATE;
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
