/** The sentence for a number of which a spreadsheet has changed the digits. */
export const ROUNDED = 'The spreadsheet has rounded this number. Enter all its digits.';

// `1.23457E+11`, `12345.0` and `1,234,567` (or with dots or apostrophes): how a spreadsheet writes an amount, never an identifier.
const EXPONENT = /^[+-]?\d+(?:[.,]\d+)?E[+-]\d+$/i;
const DECIMALS = /^[+-]?\d{1,3}(?:[,’']?\d{3})*[.,]0+$|^\d+[.,]0+$/;
const THOUSANDS = /^\d{1,3}(?:[,’']\d{3})+(?:\.\d+)?$|^\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?$/;

/** Whether a text is a number as a spreadsheet writes amounts: with an exponent, with decimals of zero, or with separators of thousands. */
export function isRoundedNumber(text: string): boolean {
  const written = text.trim();
  return EXPONENT.test(written) || DECIMALS.test(written) || THOUSANDS.test(written);
}

/**
 * The telephone number with the zero that a spreadsheet takes from its beginning; undefined where none seems to be missing: ten digits
 * from 7 on are a mobile number of the United Kingdom without it.
 */
export function withLostZero(phoneNumber: string): string | undefined {
  const digits = phoneNumber.replaceAll(/[\s()-]/g, '');
  return /^[7-9]\d{9}$/.test(digits) ? `0${digits}` : undefined;
}
