import * as v from 'valibot';
import { bareNhsNumber } from './nhs-number.ts';
import { isRoundedNumber, ROUNDED } from './rounded-number.ts';

/** True when ten digits pass modulus 11: weights 10 to 2, `11 - sum mod 11`, 11 counts as 0 and 10 is never valid. */
export function isNhsNumber(digits: string): boolean {
  if (!/^\d{10}$/.test(digits)) return false;
  const sum = Array.from(digits.slice(0, 9)).reduce((total, digit, index) => total + Number(digit) * (10 - index), 0);
  const check = (11 - (sum % 11)) % 11;
  return check !== 10 && check === Number(digits[9]);
}

/** An NHS number as ten digits, from a box, a file or a call. A failing number is reported, never corrected. */
export const NhsNumber = v.pipe(
  v.string('The NHS number must be text'),
  v.check((text) => !isRoundedNumber(text), ROUNDED),
  v.transform(bareNhsNumber),
  v.check(
    (digits) => /^\d{10}$/.test(digits),
    ({ input }) => digitsFault(input),
  ),
  v.check((digits) => !/^\d{10}$/.test(digits) || isNhsNumber(digits), 'The NHS number is not valid: please check each digit'),
);

/** The sentence for a text that is not ten digits. */
function digitsFault(text: string): string {
  if (/^\d{10}\D*\d{10}$/.test(text)) return 'These are two NHS numbers. Enter one of them.';
  return /^\d{11,}$/.test(text)
    ? `The NHS number must have 10 digits, and this has ${text.length}`
    : 'The NHS number must have 10 digits';
}
