/** Groups digits for display while typing: `9990000` as `999 000 0`. */
export function groupDigits(digits: string): string {
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter((group) => group !== '').join(' ');
}

/** Counts the digits before a caret position. */
export function digitsBefore(text: string, caret: number): number {
  return text.slice(0, caret).replaceAll(/\D/g, '').length;
}

/** More than a number has: one that is too long, or two of them, must be seen to be mended. */
const NHS_BOX_DIGITS_MOST = 24;

/**
 * Computes the digits after an edit of the shown text. Deleting only a space deletes the digit before it,
 * else Backspace would stop at every gap.
 *
 * @param before - digits before the edit
 * @param typed - the shown text after the edit
 * @param caretDigits - digits before the caret after the edit
 */
export function editDigits(before: string, typed: string, caretDigits: number): { digits: string; caretDigits: number } {
  const digits = typed.replaceAll(/\D/g, '').slice(0, NHS_BOX_DIGITS_MOST);
  const onlySpaceWent = digits === before && typed.length < groupDigits(before).length && caretDigits > 0;
  if (!onlySpaceWent) return { digits, caretDigits: Math.min(caretDigits, digits.length) };
  return { digits: digits.slice(0, caretDigits - 1) + digits.slice(caretDigits), caretDigits: caretDigits - 1 };
}

/** Position in the shown text after this many digits. */
export function caretAfterDigits(shown: string, count: number): number {
  let seen = 0;
  for (let place = 0; place < shown.length; place += 1) {
    if (seen === count) return place;
    if (/\d/.test(shown.charAt(place))) seen += 1;
  }
  return shown.length;
}
