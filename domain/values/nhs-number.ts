import { withoutInvisibles } from './invisibles.ts';

/** `9990000018` as `999 000 0018`. */
export function spacedNhsNumber(digits: string): string {
  return `${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`;
}

/**
 * Digits only, from an input that may be spaced or hyphenated 3-3-4, with whatever blank, dash or joiner programs put there; other
 * characters stay, so that the check refuses them.
 */
export function bareNhsNumber(input: string): string {
  return withoutInvisibles(input)
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}\u2212]/gu, '');
}
