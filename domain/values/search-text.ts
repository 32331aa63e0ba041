import { bareNhsNumber } from './nhs-number.ts';
import { APOSTROPHES, DASHES } from './signs-in-names.ts';

// Letters that Unicode does not take apart into a plain letter and a mark.
const PLAIN: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ħ: 'h',
  ı: 'i',
};

/** Characters that are drawn as a blank, and no White_Space. */
const FILLERS = /[\u115F\u1160\u2800\u3164\uFFA0]/g;
/** Characters that show nothing, joiners too: names are found with them and without. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Points of Hebrew and Arabic, which a name is written with or without. */
const POINTS = /[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u064B-\u0652\u0670]/g;

const ANY_APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'gu');

/** Text as searches compare it: lower case, Latin and Greek letters without their marks, every apostrophe the same, nothing invisible. */
export function foldForSearch(text: string): string {
  return (
    text
      .replaceAll(FILLERS, ' ')
      .replaceAll(INVISIBLE, '')
      .replaceAll(ANY_APOSTROPHE, '’')
      // Apart and without width: a fullwidth or a presentation form is its plain letter.
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/(\p{Script=Latin}|\p{Script=Greek})\p{M}+/gu, '$1')
      .replaceAll(POINTS, '')
      .normalize('NFC')
      .replaceAll(/[łøđðþßæœħı]/g, (letter) => PLAIN[letter] ?? letter)
  );
}

/**
 * Text by which people are told apart, as every comparison of identity takes it: case, marks, width, invisible characters, hyphens,
 * blanks, apostrophes and stops are forgiven. Empty where nothing is left; an empty key is nobody's.
 */
export function identityKey(text: string): string {
  return foldForSearch(text).replaceAll(SEPARATORS, '');
}

const SEPARATORS = new RegExp(String.raw`[\s${DASHES}’.,·]+`, 'gu');

/** The text that searches run over: the parts folded, and closed up too, so that a name or a number is found however it is spelt. */
export function searchableText(parts: readonly (string | null)[]): string {
  const texts = parts.flatMap((part) => (part === null || part === '' ? [] : [part]));
  const folded = foldForSearch(texts.join(' '));
  const closed = texts.map(identityKey);
  return [folded, ...new Set(closed.filter((key) => !folded.includes(key)))].join(' ');
}

/**
 * The words of a search, each of which must be found in a {@link searchableText}; an NHS number typed 3 3 4 is one word. At most eight
 * [choice].
 */
export function searchWords(search: string): string[] {
  const digits = bareNhsNumber(search);
  if (/^\d{10}$/.test(digits)) return [digits];
  return foldForSearch(search)
    .split(/[\s,]+/)
    .map((word) => (ISO_DATE.test(word) ? word : identityKey(word)))
    .filter((word) => word !== '')
    .slice(0, 8);
}

/** `1950-03` and `1950-03-14`: folded texts hold birth dates so, those too that another build has written. */
const ISO_DATE = /^\d{4}-\d{2}(-\d{2})?$/;
