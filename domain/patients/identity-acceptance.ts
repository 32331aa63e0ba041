import type { FailureKey } from '#domain/base/messages.ts';
import type { Permission } from '#domain/accounts/roles.ts';
import { longDate } from '#domain/values/plain-date.ts';
import {
  holdingAcceptances,
  identityCheckOf,
  isIdentityOpen,
  type IdentityAcceptance,
  type IdentityValues,
} from './identity-check.ts';

/** Whom a form names and whom the record names by now, and who has said that both are one person. */
export type ComparedIdentity = {
  readonly form: IdentityValues;
  readonly record: IdentityValues;
  readonly acceptances: readonly IdentityAcceptance[];
};

type Accepting = {
  readonly userID: string;
  readonly permissions: readonly Permission[];
  /** the accounts that gave the record the values in which it differs; none where that is not known */
  readonly changedBy?: readonly string[];
};

type AcceptIdentityRefusal = Extract<FailureKey, 'MOVE_REFUSED' | 'FORBIDDEN' | 'OWN_IDENTITY_CHECK' | 'OWN_IDENTITY_CHANGE'>;

/**
 * The reason why this account cannot record that the form is about the person of the record; null where it can. The first has to be able
 * to sign as a clinician; the second is neither the first nor the one who made the change, and confirming on the day is enough.
 */
export function acceptIdentityRefusal(
  { form, record, acceptances }: ComparedIdentity,
  { userID, permissions, changedBy = [] }: Accepting,
): AcceptIdentityRefusal | null {
  if (!isIdentityOpen(identityCheckOf(form, record, acceptances))) return 'MOVE_REFUSED';
  const first = holdingAcceptances(record, acceptances);
  const mayBeFirst = permissions.includes('consents.sign');
  const mayBeSecond = mayBeFirst || permissions.includes('consents.confirm');
  if (first.length > 0 ? !mayBeSecond : !mayBeFirst) return 'FORBIDDEN';
  if (first.some((each) => each.userID === userID)) return 'OWN_IDENTITY_CHECK';
  return first.length > 0 && changedBy.includes(userID) ? 'OWN_IDENTITY_CHANGE' : null;
}

/** The next step of a difference that is open, in words. @param first - the acceptances that hold for the record as it is */
export function identityStepWords(first: readonly IdentityAcceptance[], refusal: AcceptIdentityRefusal | null): string {
  const checked = first.map(({ name, day }) => `${name} found on ${longDate(day)} that this is the same person. `).join('');
  if (refusal === 'OWN_IDENTITY_CHECK') return `${checked}Another person checks it too before anything is done.`;
  if (refusal === 'FORBIDDEN' && first.length === 0) return 'A clinician checks who this is before anything is done.';
  return `${checked}Check who this is before anything is done.`;
}
