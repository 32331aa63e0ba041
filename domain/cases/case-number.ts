/** Digits of the number of a case [choice]. */
const CASE_DIGITS_MOST = 9;
const AS_SEARCHED = new RegExp(String.raw`^c0*(\d{1,${CASE_DIGITS_MOST}})$`);

/** The number by which people name a case without a name: `C-000417`. */
export function shownCaseNumber(number: number): string {
  return `C-${String(number).padStart(6, '0')}`;
}

/** The number of a case in a word of a search, as `searchWords` gives it: `c000417`, `c417`; null in any other. */
export function caseNumberIn(word: string): number | null {
  const digits = AS_SEARCHED.exec(word)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Whether a word of a search, as `searchWords` gives it, is this number of a case. @param shown - `C-000417`; null while it has none */
export function isCaseNumber(word: string, shown: string | null): boolean {
  const number = caseNumberIn(word);
  return number !== null && shownCaseNumber(number) === shown;
}
