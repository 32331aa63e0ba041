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

/** Characters that are drawn as a blank, and no White_Space. */
const FILLERS = /[\u115F\u1160\u2800\u3164\uFFA0]/g;
/** Characters that show nothing, joiners too: names are found with them and without. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Text as searches compare it: lower case, Latin letters without their marks, every apostrophe the same, nothing invisible. */
export function foldForSearch(text: string): string {
  return text
    .replaceAll(FILLERS, ' ')
    .replaceAll(INVISIBLE, '')
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
