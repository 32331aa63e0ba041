import { FONT_COVERAGE } from './font-coverage.ts';

/** The words that stand on paper where no font of the document has the letters. The sealed file carries the letters themselves. */
export const OTHER_SCRIPT = '[words in another script: in the attached record]';

/** The most characters that a note names. */
const NOTED_MOST = 10;

/**
 * The note for staff about texts with letters that no font of the document has; null where all of it prints. It stops nothing.
 *
 * @param inLatin - names that print in Latin letters
 */
export function printNoteOf(shown: unknown, inLatin: readonly string[] = []): string | null {
  const texts = textsOf(shown).filter((text) => !inLatin.includes(text));
  const characters = unshowable(texts.join('\n'));
  return characters.length === 0 ? null : `${characters.slice(0, NOTED_MOST).join(' ')} will print as [words in another script]`;
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
 * Text as the document prints it: each run of letters without a font stands as {@link OTHER_SCRIPT}, a name among them as it is written in
 * Latin letters. Lone surrogates and controls, which stored texts of before may hold, are left out.
 *
 * @param latinNames - a name that people wrote in both ways, as it is written in Latin letters
 */
export function printableText(text: string, latinNames: LatinNames = NO_NAMES): string {
  if (unshowable(text).length === 0) return text;
  let named = text.replaceAll(NOT_TEXT, '');
  // The longest first: a name may begin another one.
  for (const [name, latin] of Object.entries(latinNames).toSorted(([one], [other]) => other.length - one.length)) {
    if (latin !== '' && unshowable(name).length > 0) named = named.replaceAll(wholeWords(name), () => latin);
  }
  let printed = '';
  let runs = 0;
  // Spaces between two words without a font belong to their run.
  let between: string | null = null;
  for (const grapheme of graphemesOf(named)) {
    if (between !== null && /^[^\S\n]+$/u.test(grapheme)) between += grapheme;
    else if (isShowable(grapheme)) {
      printed += (between ?? '') + grapheme;
      between = null;
    } else {
      if (between === null) {
        printed += OTHER_SCRIPT;
        // A text of single letters with words between them would fill many pages.
        if (++runs === RUNS_MOST) return printed;
      }
      between = '';
    }
  }
  return printed + (between ?? '');
}

/** A name where it is no part of another word. Made at the time of use: older browsers, which draw nothing, cannot read it. */
function wholeWords(name: string): RegExp {
  const literal = name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\p{L}\\p{M}])${literal}(?![\\p{L}\\p{M}])`, 'gu');
}

/** Runs of one text that are printed as words; what follows the last one is in the attached record with it [choice]. */
const RUNS_MOST = 100;

/** Names with letters that no font may have, each with how it is written in Latin letters. */
export type LatinNames = Readonly<Record<string, string>>;
const NO_NAMES: LatinNames = {};

/** Lone surrogates and controls: no script, and no letter that anybody wrote. */
const NOT_TEXT = /\p{Cs}|(?![\t\n\r])\p{Cc}/gu;

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

/** Whether one font holds every visible character of a text. @param font - its place among those of the document */
export function fontHolds(font: number, text: string): boolean {
  const coverage = fonts()[font];
  return coverage !== undefined && isWithin(coverage, text.replace(INVISIBLE, ''));
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
