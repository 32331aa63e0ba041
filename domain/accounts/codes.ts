import * as v from 'valibot';
import { DAY, MINUTE } from '#domain/base/limits.ts';

/** Digits of a two-factor code, of an app or a mail (spec §9). */
export const CODE_LENGTH = 6;
/** Letters and digits of a code that starts or resets an account: 40 bits [choice]. */
export const AUTHORISATION_CODE_LENGTH = 8;
/** Wrong codes after which the clock of the phone is the likely reason. */
const WRONG_CODES_MOST = 2;

type CodeTries = {
  readonly wrongCodes: number;
  /** whether a code was mailed, which no clock spoils */ readonly isMailed?: boolean;
};

/** The hint at the field of a code: with advice once so many codes of an authenticator were wrong. */
export function codeHint(usual: string, { wrongCodes, isMailed = false }: CodeTries): string {
  return wrongCodes < WRONG_CODES_MOST || isMailed
    ? usual
    : `${usual.replace(/\.$/, '')}. Check that your phone sets its time by itself.`;
}

/** A mailed code of a sign-in is good for so long, and the sign-in waits for it as long, ms [choice]. */
export const SIGN_IN_CODE_LIFE = 10 * MINUTE;
/** A mailed code that starts or resets an account is good for so long, ms [choice]. */
export const AUTHORISATION_CODE_LIFE = DAY;

/** Six digits of an authenticator or a mail. Spaces between them are how apps show them. */
export const TwoFactorCode = v.pipe(
  v.string('The Code must be text'),
  v.transform((text) => text.replaceAll(/\s/g, '')),
  v.regex(new RegExp(`^\\d{${CODE_LENGTH}}$`), `Enter all ${CODE_LENGTH} digits`),
);

/** The code of a mail that starts or resets an account: 8 characters of Crockford's base 32, in any case, read forgivingly. */
export const AuthorisationCode = v.pipe(
  v.string('The Code must be text'),
  v.transform((text) => text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')),
  v.regex(
    new RegExp(`^[0-9A-HJKMNP-TV-Z]{${AUTHORISATION_CODE_LENGTH}}$`),
    `Enter the ${AUTHORISATION_CODE_LENGTH} letters and digits from the email`,
  ),
);
