import type { Input } from '#contract/calls.ts';
import type { ManagedUser } from '#contract/people.ts';
import type { Role } from '#contract/roles.ts';
import { isRegistered, mayDecide } from '#domain/accounts/decisions.ts';
import { isPlainDate } from '#domain/values/plain-date.ts';
import { mayAssign, type Permission } from '#domain/accounts/roles.ts';
import type { UserStatus } from '#domain/accounts/user-status.ts';

/**
 * The possible decisions about a person: `grant` is the label of the button that grants or changes access, `refuse` the status
 * that removes it.
 */
export type PersonActs = { readonly grant: string | null; readonly refuse: 'REJECTED' | 'SUSPENDED' | null };

/** An administrator's options in each state of an account; none before its owner has finished the registration. */
export function actsFor(status: UserStatus): PersonActs {
  const refuse = (['REJECTED', 'SUSPENDED'] as const).find((each) => mayDecide(status, each)) ?? null;
  return { grant: isRegistered(status) ? (GRANTS[status] ?? 'Reactivate') : null, refuse };
}

const GRANTS: Readonly<Partial<Record<UserStatus, string>>> = {
  PENDING_APPROVAL: 'Approve',
  ACTIVE: 'Save changes',
  REJECTED: 'Approve after all',
};

/** A person's access as form input: text as typed, empty where nothing is chosen. */
export type AccessForm = { readonly expiryDate: string; readonly roleID: string; readonly subscriptions: readonly string[] };
export type AccessProblem = { readonly field: keyof AccessForm; readonly message: string };

/** The problems, in the order of the fields. @param today - plain date where the organisation is */
export function accessProblems({ expiryDate, roleID }: AccessForm, today: string): AccessProblem[] {
  const date = dateProblem(expiryDate, today);
  return [
    ...(roleID === '' ? [{ field: 'roleID', message: 'Choose a role' } as const] : []),
    ...(date === null ? [] : [{ field: 'expiryDate', message: date } as const]),
  ];
}

/** The request body that grants the access. */
export function approvalOf(email: string, { expiryDate, roleID, subscriptions }: AccessForm): Input<'userAuthorise'> {
  return { email, status: 'ACTIVE', expiryDate, roleID, subscriptions: [...subscriptions] };
}

/** `2026-11-21` plus 12 months is `2027-11-21`; a day that the month lacks becomes its last one. */
export function monthsOn(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(day, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}

function dateProblem(date: string, today: string): string | null {
  if (date === '') return 'Enter the expiry date';
  if (!isPlainDate(date)) return 'The Expiry date must be a real date';
  return date < today ? 'The Expiry date must not be in the past' : null;
}

/** The usual length of a first access, months [choice]. */
const FIRST_TERM = 12;

type Assigning = {
  readonly roles: readonly Pick<Role, '_id' | 'key' | 'permissions'>[];
  /** the permissions of the person who approves */
  readonly held: readonly Permission[];
  readonly today: string;
};

/**
 * The access that a form starts with: the previous grant, whose expiry date must be chosen again once it has passed. An account that
 * waits for approval has the role that it asked for, unless that role is an administrator's or not this person's to give.
 */
export function startOfAccess(
  {
    status,
    expiryDate,
    roleID,
    requestedRole,
    subscriptions,
  }: Pick<ManagedUser, 'status' | 'expiryDate' | 'roleID' | 'requestedRole' | 'subscriptions'>,
  { roles, held, today }: Assigning,
): AccessForm {
  const isNew = status === 'PENDING_APPROVAL';
  const assignableRole = roles.find(
    ({ key, permissions }) => key === requestedRole && key !== 'ADMIN' && mayAssign(held, permissions),
  );
  return {
    expiryDate: status === 'EXPIRED' ? '' : (expiryDate ?? (isNew ? monthsOn(today, FIRST_TERM) : '')),
    roleID: roleID ?? (isNew ? (assignableRole?._id ?? '') : ''),
    subscriptions: subscriptions.map(({ _id }) => _id),
  };
}
