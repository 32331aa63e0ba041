import { foldForSearch } from '#domain/values/search-text.ts';

/** Characters of the name of a role [choice]. */
export const ROLE_NAME_MOST = 60;

/** The permissions of a person [choice]; the server authorizes each call by these, never by the name of a role. */
export const PERMISSIONS = [
  'users.manage',
  'roles.manage',
  'organisation.manage',
  'procedures.edit',
  'procedures.publish',
  'templates.edit',
  'patients.read',
  'patients.write',
  'patients.import',
  'consents.read',
  'consents.write',
  'consents.send',
  'consents.sign',
  'consents.confirm',
  'consents.withdraw',
  'consents.void',
  'referrals.write',
  'referrals.review',
  'audit.read',
  'dashboard.read',
  'privacy.manage',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Kinds of account, in the order in which they are offered. */
export const ACCOUNT_KINDS = ['CLINICIAN', 'HOSPITAL', 'REFERRING', 'ADMIN'] as const;
export type AccountType = (typeof ACCOUNT_KINDS)[number];

/** The word that people see for each kind of account (spec §1: REFERRING is shown as Referrer). */
export const ACCOUNT_TYPES = {
  CLINICIAN: 'Clinician',
  HOSPITAL: 'Hospital user',
  REFERRING: 'Referrer',
  ADMIN: 'Administrator',
} as const satisfies Record<AccountType, string>;

export type SeededRole = { key: string; name: string; accountType: AccountType; permissions: readonly Permission[] };

const PATIENTS = ['patients.read', 'patients.write', 'patients.import'] as const;
const CONSENTS = [
  'consents.read',
  'consents.write',
  'consents.send',
  'consents.sign',
  'consents.confirm',
  'consents.withdraw',
  'consents.void',
] as const;

/** The roles that every organisation starts with [choice]. Roles are rows: an administrator may add others. */
export const SEEDED_ROLES: readonly SeededRole[] = [
  {
    key: 'ADMIN',
    name: 'Administrator',
    accountType: 'ADMIN',
    permissions: [
      'users.manage',
      'roles.manage',
      'organisation.manage',
      'procedures.edit',
      'procedures.publish',
      'templates.edit',
      ...PATIENTS,
      'consents.read',
      'consents.write',
      'consents.send',
      'consents.void',
      'audit.read',
      'dashboard.read',
      'privacy.manage',
    ],
  },
  {
    key: 'BCH_CLINICIAN',
    name: 'BCH clinician',
    accountType: 'CLINICIAN',
    permissions: [
      ...PATIENTS,
      ...CONSENTS,
      'referrals.write',
      'referrals.review',
      'procedures.edit',
      'templates.edit',
      'users.manage',
      'dashboard.read',
    ],
  },
  {
    key: 'CLINICIAN',
    name: 'Clinician',
    accountType: 'CLINICIAN',
    permissions: [...PATIENTS, ...CONSENTS, 'referrals.review', 'templates.edit', 'dashboard.read'],
  },
  {
    key: 'NURSE',
    name: 'Nurse',
    accountType: 'CLINICIAN',
    permissions: ['patients.read', 'patients.write', 'consents.read', 'consents.confirm', 'consents.withdraw', 'dashboard.read'],
  },
  {
    key: 'HOSPITAL_USER',
    name: 'Hospital user',
    accountType: 'HOSPITAL',
    permissions: [...PATIENTS, 'consents.read', 'consents.write', 'dashboard.read'],
  },
  {
    key: 'REFERRER',
    name: 'Referrer',
    accountType: 'REFERRING',
    permissions: ['patients.read', 'patients.write', 'referrals.write', 'consents.read', 'consents.write'],
  },
  {
    key: 'READ_ONLY',
    name: 'Read only',
    accountType: 'HOSPITAL',
    permissions: ['patients.read', 'consents.read', 'dashboard.read'],
  },
  { key: 'AUDITOR', name: 'Auditor', accountType: 'HOSPITAL', permissions: ['audit.read', 'dashboard.read'] },
];

// The permissions that remain after every access plan of a person has ended: reading (words: subscription).
const READING: readonly Permission[] = ['patients.read', 'consents.read', 'audit.read', 'dashboard.read'];

/**
 * The permissions of a user today: those of the role, reduced to reading after all their access plans have ended. Without any plan
 * nothing is limited [choice].
 *
 * @param plans - `endDate` as plain dates, valid to their end; `null` never ends
 * @param today - plain date where the organisation is
 */
export function permissionsInForce({
  granted,
  plans,
  today,
}: {
  granted: readonly Permission[];
  plans: readonly { endDate: string | null }[];
  today: string;
}): readonly Permission[] {
  const hasPlan = plans.length === 0 || plans.some(({ endDate }) => endDate === null || endDate >= today);
  return hasPlan ? granted : granted.filter((each) => READING.includes(each));
}

/** Permissions over the access of other people, the rules of the organisation, and the watch over both [choice]. */
export const GOVERNING = [
  'users.manage',
  'roles.manage',
  'organisation.manage',
  'audit.read',
  'privacy.manage',
] as const satisfies readonly Permission[];

/** The permissions that the administrators' role always keeps, so that no organisation can lock itself out. */
export const ADMINISTRATOR_KEEPS: readonly Permission[] = ['users.manage', 'roles.manage'];

/**
 * Whether a user may decide about somebody with these permissions, or give a role that has them: each governing one must be their own.
 * Nobody else makes, changes or suspends those who govern or watch.
 */
export function mayAssign(granted: readonly Permission[], role: readonly Permission[]): boolean {
  return GOVERNING.every((each) => !role.includes(each) || granted.includes(each));
}

/** Permissions that a role would gain and that its editor may not grant: those that the editor lacks; an administrator may grant all. */
export function beyondOwn({
  granted,
  isAdministrator,
  before,
  after,
}: {
  granted: readonly Permission[];
  isAdministrator: boolean;
  before: readonly Permission[];
  after: readonly Permission[];
}): Permission[] {
  return isAdministrator ? [] : after.filter((each) => !before.includes(each) && !granted.includes(each));
}

/** A key for a new role, from its name: `Ward clerk` is WARD_CLERK, or WARD_CLERK_2 where that is taken. */
export function roleKey(name: string, taken: readonly string[]): string {
  const words = foldForSearch(name)
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_');
  const key = words.replaceAll(/^_|_$/g, '') || 'ROLE';
  if (!taken.includes(key)) return key;
  let number = 2;
  while (taken.includes(`${key}_${number}`)) number += 1;
  return `${key}_${number}`;
}
