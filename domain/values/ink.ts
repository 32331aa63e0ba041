/** A character that shows something: neither blank, control, format nor ignorable by default, nor a filler that is drawn as a blank. */
const INK = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\p{Cf}\u2800\u3164\uFFA0]/gu;

/** Whether a text shows anything. The one rule for every text whose presence means something: a name, a reason, an answer, a note. */
export function hasInk(text: string): boolean {
  return text.search(INK) >= 0;
}

/** The number of characters of a text that show something. */
export function inkCount(text: string): number {
  return text.match(INK)?.length ?? 0;
}

/** Characters that show nothing, and are no blank between words. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800\u3164\uFFA0]/gu;

/**
 * The length of a text as its writer counts it, characters: without blanks around it and without characters that show nothing; several
 * blanks are one. 0 for a text without ink.
 */
export function shownLength(text: string): number {
  return [...text.replaceAll(/\s+/g, ' ').replaceAll(UNSEEN, '').replaceAll(/ +/g, ' ').trim()].length;
}
