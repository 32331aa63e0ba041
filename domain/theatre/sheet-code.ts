/** Crockford's base 32: no letter that reads like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BASE = ALPHABET.length;
/** Random characters; a check character follows them (interop §5). */
const RANDOM_LENGTH = 8;

/** Bytes of randomness that {@link sheetCode} takes: five bits a character. */
export const SHEET_CODE_BYTES = 5;

/** The code of a row of a sheet: 8 random characters of Crockford's base 32, and a Luhn check character over them. */
export function sheetCode(random: Uint8Array): string {
  const bits = random.slice(0, SHEET_CODE_BYTES).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const body = Array.from({ length: RANDOM_LENGTH }, (_, at) => ALPHABET.charAt(Number((bits >> BigInt(5 * at)) % 32n))).join('');
  return body + checkCharacter(body);
}

/**
 * A code as it was typed or scanned: blanks and hyphens are left out, and O, I and L read as the digits that they look like.
 *
 * @returns undefined for a text that is no code, also where one character is wrong or two were swapped
 */
export function readSheetCode(text: string): string | undefined {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const isCode = code.length === RANDOM_LENGTH + 1 && [...code].every((each) => ALPHABET.includes(each));
  return isCode && checkCharacter(code.slice(0, -1)) === code.at(-1) ? code : undefined;
}

/** A code as it is printed, in groups that can be read aloud: `K7QF-2M9X-A`. */
export function spacedSheetCode(code: string): string {
  return [code.slice(0, 4), code.slice(4, 8), code.slice(8)].join('-');
}

/** Luhn's algorithm modulo 32. */
function checkCharacter(body: string): string {
  let sum = 0;
  let factor = 2;
  for (const character of [...body].toReversed()) {
    const product = factor * ALPHABET.indexOf(character);
    sum += Math.floor(product / BASE) + (product % BASE);
    factor = 3 - factor;
  }
  return ALPHABET.charAt((BASE - (sum % BASE)) % BASE);
}
