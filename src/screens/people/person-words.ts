import type { ManagedUser } from '#contract/people.ts';
import { personalMailWords } from '#src/results/mail-words.ts';
import { shortDate } from '#domain/values/plain-date.ts';
import type { StateWords } from '#domain/cases/state-words.ts';
import type { UserStatus } from '#domain/accounts/user-status.ts';

/** The state of an account, in words. */
export function userStatusWords(status: UserStatus): StateWords {
  return STATUS_WORDS[status];
}

const STATUS_WORDS: Readonly<Record<UserStatus, StateWords>> = {
  PENDING_EMAIL: { tone: 'plain', words: 'Email to confirm' },
  PENDING_PROFILE: { tone: 'plain', words: 'Profile to fill in' },
  PENDING_2FA: { tone: 'plain', words: 'Two-factor to set up' },
  PENDING_TERMS: { tone: 'plain', words: 'Terms to accept' },
  PENDING_APPROVAL: { tone: 'warn', words: 'Waiting for approval' },
  ACTIVE: { tone: 'ok', words: 'Active' },
  SUSPENDED: { tone: 'stop', words: 'Suspended' },
  EXPIRED: { tone: 'warn', words: 'Access ended' },
  REJECTED: { tone: 'stop', words: 'Rejected' },
};

/** `Amber Demo-Rowan`; the email address for a person without a name yet. */
export function personName({ firstName, lastName, email }: Pick<ManagedUser, 'firstName' | 'lastName' | 'email'>): string {
  const name = `${firstName} ${lastName}`.trim();
  return name === '' ? email : name;
}

/**
 * The role that a person requested, by its name where it still exists.
 *
 * @param requestedRole - a role's key, as the registration stores it
 */
export function wishWords(
  requestedRole: string | null,
  roles: readonly { readonly key: string; readonly name: string }[],
): string | null {
  return roles.find(({ key }) => key === requestedRole)?.name ?? requestedRole;
}

/** The last day of a person's access, in a list. @param today - plain date */
export function accessEndWords(expiryDate: string | null, today: string): string | null {
  if (expiryDate === null) return null;
  return `${expiryDate < today ? 'Ended' : 'Until'} ${shortDate(expiryDate)}`;
}

const MAIL_STATE_WORDS: Readonly<Record<NonNullable<ManagedUser['lastMail']>['state'], StateWords>> = {
  QUEUED: { tone: 'info', words: 'Waiting to be sent' },
  SENT: { tone: 'ok', words: 'Sent' },
  FAILED: { tone: 'stop', words: 'Could not be sent' },
};

/** The subject of the last mail to a person, and whether it was sent. */
export function lastMailWords({ kind, state }: NonNullable<ManagedUser['lastMail']>): { about: string; state: StateWords } {
  return { about: personalMailWords(kind), state: MAIL_STATE_WORDS[state] };
}
