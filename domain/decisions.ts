import type { UserStatus } from './states.ts';

/** What those who manage users decide about somebody's access. */
export type AccessDecision = 'ACTIVE' | 'REJECTED' | 'SUSPENDED';

/**
 * From which state each decision may be taken [choice]: a rejection answers a wish for access, a suspension takes access away,
 * and to give it (also with another role or date) is right in every state after the registration.
 */
const DECIDED_FROM = {
  ACTIVE: ['PENDING_APPROVAL', 'ACTIVE', 'SUSPENDED', 'EXPIRED', 'REJECTED'],
  REJECTED: ['PENDING_APPROVAL'],
  SUSPENDED: ['ACTIVE', 'EXPIRED'],
} as const satisfies Record<AccessDecision, readonly UserStatus[]>;

/** Whether a decision may be taken about somebody in this state, as {@link statusOn} tells it. */
export function mayDecide(from: UserStatus, decision: AccessDecision): boolean {
  // The list may be asked for any state, not only for those it holds.
  return (DECIDED_FROM[decision] as readonly UserStatus[]).includes(from);
}

/** Whether somebody has registered as far as an administrator can decide about them. */
export function isRegistered(status: UserStatus): boolean {
  return mayDecide(status, 'ACTIVE');
}

/**
 * The state that somebody is in on a day: an active account whose date has passed is EXPIRED without anybody having said so.
 *
 * @param expiryDate - plain date, valid to its end; `null` never ends
 * @param today - plain date where the organisation is
 */
export function statusOn({ status, expiryDate }: { status: UserStatus; expiryDate: string | null }, today: string): UserStatus {
  return status === 'ACTIVE' && expiryDate !== null && expiryDate < today ? 'EXPIRED' : status;
}
