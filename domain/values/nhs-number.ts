import { DASHES } from './signs-in-names.ts';

const NO_DIGITS = new RegExp(String.raw`[\p{Default_Ignorable_Code_Point}\s${DASHES}\u2800]`, 'gu');

/** `9990000018` as `999 000 0018`. */
export function spacedNhsNumber(digits: string): string {
  return `${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`;
}

/**
 * Digits only, from an input that may be spaced or hyphenated 3-3-4, with whatever blank, dash or joiner programs put there; other
 * characters stay, so that the check refuses them. No letter of a number needs a joiner.
 */
export function bareNhsNumber(input: string): string {
  return input.normalize('NFKC').replaceAll(NO_DIGITS, '');
}
