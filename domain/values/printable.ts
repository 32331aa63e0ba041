import type { Fault } from '#domain/base/fault.ts';
import { FONT_COVERAGE } from './font-coverage.ts';

/**
 * The fault of a form with characters that no font of the document can show; null where all of it prints. Server and tablet judge by it
 * before anybody signs, as drawing the document would fail later.
 */
export function printFaultOf(shown: unknown): Fault | null {
  const characters = unprintable(shown);
  if (characters.length === 0) return null;
  return { path: '', message: `These characters cannot be printed: ${characters.slice(0, 10).join(' ')}` };
}

/** Every character of a value's texts that no font of the document can show. */
export function unprintable(value: unknown): string[] {
  return unshowable(textsOf(value).join('\n'));
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

/**
 * Lists the characters (as people count them, each once) that no font of the document can show.
 * Empty means that the text prints whole.
 */
export function unshowable(text: string): string[] {
  const missing = new Set<string>();
  // A long text has few different letters, and each is slow to find.
  const showable = new Set<string>();
  for (const word of text.split(/\s+/u)) {
    if (COMMON.test(word) || isInFirstFont(word)) continue;
    for (const grapheme of graphemesOf(word)) {
      if (showable.has(grapheme) || missing.has(grapheme)) continue;
      (isShowable(grapheme) ? showable : missing).add(grapheme);
    }
  }
  return [...missing];
}

/** The common case, settled without reading a font's ranges: printable ASCII and Latin-1 letters. */
const COMMON = /^[!-~\u00a1-\u00ac\u00ae-\u00ff]*$/u;

/** Finding the letters as people count them is slow; a word that one font holds whole needs none of it. */
function isInFirstFont(word: string): boolean {
  const [first] = fonts();
  return first !== undefined && !SHAPELESS.test(word) && isWithin(first, word);
}

// Firefox before 125 has none; a letter with its marks is near enough, as the server judges again.
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null;

/** The characters of a text as people count them. */
function graphemesOf(text: string): string[] {
  if (segmenter === null) return text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Lone surrogates, controls and private characters have no agreed shape, whatever a font may draw for them. */
const SHAPELESS = /[\p{Cs}\p{Co}\p{Cn}]|(?![\t\n\r])\p{Cc}/u;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\t\n\r]/gu;

/** One font must hold the letter and all its marks, composed or apart: a mark is never borrowed from another font. */
function isShowable(grapheme: string): boolean {
  if (SHAPELESS.test(grapheme)) return false;
  const visible = grapheme.replace(INVISIBLE, '');
  if (visible === '') return true;
  // With a variation selector the letter is taken as it stands.
  const forms = visible === grapheme ? [visible.normalize('NFC'), visible.normalize('NFD')] : [visible];
  return forms.some((form) => fonts().some((font) => isWithin(font, form)));
}

/**
 * Text in which each character that no font can show stands as its number, `[U+1F642]`: for words that were stored before anybody could
 * be asked for others.
 */
export function printableText(text: string): string {
  if (unshowable(text).length === 0) return text;
  const numbered = (grapheme: string) =>
    [...grapheme].map((each) => `[U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`).join('');
  return graphemesOf(text)
    .map((grapheme) => (isShowable(grapheme) ? grapheme : numbered(grapheme)))
    .join('');
}

/** Sorted, flattened ranges: start, end, start, end… */
type Coverage = readonly number[];

let loaded: readonly Coverage[] | undefined;

function fonts(): readonly Coverage[] {
  loaded ??= FONT_COVERAGE.map((distances) => {
    let code = 0;
    return distances.split(',').map((distance) => (code += Number.parseInt(distance, 36)));
  });
  return loaded;
}

function isWithin(font: Coverage, text: string): boolean {
  return [...text].every((character) => has(font, character.codePointAt(0) ?? 0));
}

function has(font: Coverage, code: number): boolean {
  let low = 0;
  let high = font.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (code < (font[middle * 2] ?? 0)) high = middle - 1;
    else if (code > (font[middle * 2 + 1] ?? 0)) low = middle + 1;
    else return true;
  }
  return false;
}
