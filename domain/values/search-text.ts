import { bareNhsNumber } from './nhs-number.ts';

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

/** Text as searches compare it: lower case, Latin letters without their marks, every apostrophe the same. */
export function foldForSearch(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replaceAll(/[łøđðþßæœħı]/g, (letter) => PLAIN[letter] ?? letter)
    .replaceAll(/['‘ʼ`]/g, '’');
}

/** The folded words of a search, each of which must be found; an NHS number typed 3 3 4 is one word. At most eight [choice]. */
export function searchWords(search: string): string[] {
  const digits = bareNhsNumber(search);
  if (/^\d{10}$/.test(digits)) return [digits];
  return foldForSearch(search)
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .slice(0, 8);
}
