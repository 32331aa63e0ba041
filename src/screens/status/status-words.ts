import type { StuckMail } from '#contract/status.ts';
import type { StateWords } from '#domain/state-words.ts';

const LINK = 'Link to a form';
const ACCOUNT = 'Change of an account';

/** What a mail is about; a kind that this build does not know is a mail. */
const MAIL_WORDS: Readonly<Record<string, string>> = {
  LINK,
  LINK_REMINDER: 'Reminder of a form',
  LINK_LOCKED: 'A link was locked',
  REFERRAL_NEW: 'New referral',
  REFERRAL_ANSWERED: 'Answer about a referral',
  REFERRAL_MOVED: 'News of a referral',
  REGISTER: 'Code to register',
  KNOWN_ADDRESS: 'Code to register',
  RESET: 'Code for a new password',
  BACKUP_CODE: 'Code to sign in',
  APPROVED: ACCOUNT,
  REJECTED: ACCOUNT,
  SUSPENDED: ACCOUNT,
  APPROVAL_WANTED: 'Somebody waits for approval',
  PASSWORD_CHANGED: ACCOUNT,
  TWO_FACTOR_CHANGED: ACCOUNT,
  NEW_PLACE: 'Sign-in at a new place',
};

export function mailWords(kind: string): string {
  return MAIL_WORDS[kind] ?? 'Mail';
}

/** What has become of a mail. */
export function mailState(state: StuckMail['state']): StateWords {
  return state === 'FAILED' ? { tone: 'stop', words: 'Given up' } : { tone: 'warn', words: 'Waiting to be sent' };
}

/** `Tried 3 times.` */
export function attemptWords(attempts: number): string {
  if (attempts === 0) return 'Not tried yet.';
  return attempts === 1 ? 'Tried once.' : `Tried ${attempts} times.`;
}
