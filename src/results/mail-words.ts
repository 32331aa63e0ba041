const ACCOUNT = 'Change of an account';

/**
 * The kinds of mails in words.
 *
 * @property work - among the mails that wait or were given up
 * @property person - the last mail to a person, in the words of whoever manages users; absent for one about patients
 */
const MAIL_WORDS: Readonly<Record<string, { readonly work: string; readonly person?: string }>> = {
  LINK: { work: 'Link to a form' },
  LINK_REMINDER: { work: 'Reminder of a form' },
  LINK_LOCKED: { work: 'A link was locked' },
  CASE_NEWS: { work: 'News of a case' },
  FORM_NEWS: { work: 'News of a form' },
  LINK_NEWS: { work: 'News of a form' },
  REFERRAL_NEW: { work: 'New referral' },
  REFERRAL_ANSWERED: { work: 'Answer about a referral' },
  REFERRAL_MOVED: { work: 'News of a referral' },
  DELETION_CONFIRMED: { work: 'A deletion was confirmed' },
  DELETION_APPROVED: { work: 'A deletion was approved' },
  RETENTION_ASKED: { work: 'Less protection of records is asked for' },
  SAFETY_REPORT: { work: 'A safety problem was reported' },
  LIMIT_80: { work: 'Most of a month’s messages are used' },
  LIMIT_100: { work: 'A month’s messages are used up' },
  CHANNEL_PAUSED: { work: 'A service of messages lets nobody in' },
  SEAL_ENDS: { work: 'The certificate of the seal ends' },
  REGISTER: { work: 'Code to register', person: 'Registration code' },
  KNOWN_ADDRESS: { work: 'Code to register', person: 'Notice that the account exists' },
  RESET: { work: 'Code for a new password', person: 'Code for a new password' },
  BACKUP_CODE: { work: 'Code to sign in', person: 'Backup code' },
  APPROVED: { work: ACCOUNT, person: 'Notice of the approval' },
  REJECTED: { work: ACCOUNT, person: 'Notice of the rejection' },
  SUSPENDED: { work: ACCOUNT, person: 'Notice of the suspension' },
  APPROVAL_WANTED: { work: 'Somebody waits for approval', person: 'Notice that somebody waits for approval' },
  PASSWORD_CHANGED: { work: ACCOUNT, person: 'Notice of a changed password' },
  TWO_FACTOR_CHANGED: { work: ACCOUNT, person: 'Notice of changed two-factor authentication' },
  NEW_PLACE: { work: 'Sign-in at a new place', person: 'Notice of a sign-in from a new place' },
};

/** The subject of a mail among those that wait; an unknown kind is a mail. */
export function mailKindWords(kind: string): string {
  return MAIL_WORDS[kind]?.work ?? 'Mail';
}

/** The subject of a mail to a member of staff; an unknown kind is a mail. */
export function personalMailWords(kind: string): string {
  return MAIL_WORDS[kind]?.person ?? 'Mail';
}
