import * as v from 'valibot';
import { enterField } from '#domain/values/text.ts';

/** Characters of a password: hashing one takes time with its length [choice]. */
export const PASSWORD_MOST = 128;

/** The rule's own words (spec §5). @param label - the field's name */
export function passwordRule(label: string): string {
  return `The ${label} must be at least 8 characters and must contain one(a-z,A-Z,0-9,@!$#)`;
}

/** The fault of the second field when the two differ (spec §5). */
export const CONFIRM_MISMATCH = 'Confirm password must be same as password';

/**
 * A password that somebody chooses: 8 to 128 of letters, digits and @ ! $ #, with one of each kind (spec §5), and none of those
 * that everybody tries first although they pass the rule [choice].
 *
 * @param label - the field's name in the messages
 */
export function NewPassword(label: string) {
  return v.pipe(
    v.string(`The ${label} must be text`),
    v.minLength(1, enterField(label)),
    v.maxLength(PASSWORD_MOST, `The ${label} must be at most ${PASSWORD_MOST} characters`),
    v.check(isStrong, passwordRule(label)),
    v.check((text) => !isCommon(text), `The ${label} is one that many people use. Please choose another.`),
  );
}

/** Where a password is missing that proves who somebody is. */
export const ENTER_PASSWORD = 'Enter your password';

/** A password as somebody types it to prove who they are: compared as typed, and no message quotes it. */
export const EnteredPassword = v.pipe(
  v.string('The Password must be text'),
  v.minLength(1, ENTER_PASSWORD),
  v.maxLength(PASSWORD_MOST, `The Password must be at most ${PASSWORD_MOST} characters`),
);

function isStrong(text: string): boolean {
  return /^[A-Za-z0-9@!$#]{8,}$/.test(text) && [/[a-z]/, /[A-Z]/, /[0-9]/, /[@!$#]/].every((kind) => kind.test(text));
}

// The first words of every list of leaked passwords, and those that a hospital's own people would guess first.
const COMMON_WORDS = [
  'password',
  'passwort',
  'qwerty',
  'qwertyuiop',
  'letmein',
  'welcome',
  'admin',
  'administrator',
  'iloveyou',
  'monkey',
  'dragon',
  'football',
  'liverpool',
  'arsenal',
  'chelsea',
  'changeme',
  'hospital',
  'consent',
  'assent',
  'summer',
  'winter',
  'spring',
  'autumn',
  'abcdef',
  'abcdefgh',
  'secret',
  'trustno',
  'sunshine',
  'princess',
];
// Signs that people write for a letter.
const LOOKALIKES: Readonly<Record<string, string>> = { a: '4@', e: '3', i: '1!', l: '1', o: '0', s: '5$', t: '7' };
const COMMON = new RegExp(
  `^[^a-z]{0,6}(?:${COMMON_WORDS.map((word) => [...word].map((letter) => `[${letter}${LOOKALIKES[letter] ?? ''}]`).join('')).join('|')})[^a-z]{0,6}$`,
);

/** A common word with a year, a count or a mark before or after it, also in look-alike signs. */
function isCommon(text: string): boolean {
  return COMMON.test(text.toLowerCase());
}
