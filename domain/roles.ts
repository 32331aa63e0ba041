/** What a person may do [choice]; the server judges each call by these, never by a role's name. */
export const PERMISSIONS = [
  'users.manage',
  'roles.manage',
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
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Kinds of account and the word that people see (spec §1: REFERRING is shown as Referrer). */
export const ACCOUNT_TYPES = {
  CLINICIAN: 'Clinician',
  HOSPITAL: 'Hospital user',
  REFERRING: 'Referrer',
  ADMIN: 'Administrator',
} as const;
export type AccountType = keyof typeof ACCOUNT_TYPES;

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
