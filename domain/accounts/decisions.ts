import type { UserStatus } from './user-status.ts';

/** The decisions about a user's access. */
export type AccessDecision = 'ACTIVE' | 'REJECTED' | 'SUSPENDED';

/**
 * The states in which each decision may be taken [choice]: a rejection answers a request, a suspension ends access, and an approval
 * (also with another role or date) is possible in every state after the registration.
 */
const DECIDED_FROM = {
  ACTIVE: ['PENDING_APPROVAL', 'ACTIVE', 'SUSPENDED', 'EXPIRED', 'REJECTED'],
  REJECTED: ['PENDING_APPROVAL'],
  SUSPENDED: ['ACTIVE', 'EXPIRED'],
} as const satisfies Record<AccessDecision, readonly UserStatus[]>;

/** Whether a decision may be taken about a user in this state, as {@link statusOn} returns it. */
export function mayDecide(from: UserStatus, decision: AccessDecision): boolean {
  // The cast widens the list: `includes` would accept its members only.
  return (DECIDED_FROM[decision] as readonly UserStatus[]).includes(from);
}

/** Whether a registration is far enough for a decision. */
export function isRegistered(status: UserStatus): boolean {
  return mayDecide(status, 'ACTIVE');
}

/**
 * The state of a user on a day: an active account whose date has passed is EXPIRED, although ACTIVE is stored.
 *
 * @param expiryDate - plain date, valid to its end; `null` never ends
 * @param today - plain date where the organisation is
 */
export function statusOn({ status, expiryDate }: { status: UserStatus; expiryDate: string | null }, today: string): UserStatus {
  return status === 'ACTIVE' && expiryDate !== null && expiryDate < today ? 'EXPIRED' : status;
}
