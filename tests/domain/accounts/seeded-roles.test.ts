import { ACCOUNT_TYPES, PERMISSIONS, SEEDED_ROLES } from '#domain/accounts/roles.ts';
import { expect, test } from 'vitest';

const HOLDS: Record<string, string> = {
  ADMIN:
    'users.manage roles.manage organisation.manage procedures.edit procedures.publish templates.edit patients.read patients.write patients.import consents.read consents.write consents.send consents.void audit.read dashboard.read privacy.manage',
  BCH_CLINICIAN:
    'patients.read patients.write patients.import consents.read consents.write consents.send consents.sign consents.confirm consents.withdraw consents.void referrals.write referrals.review procedures.edit templates.edit users.manage dashboard.read',
  CLINICIAN:
    'patients.read patients.write patients.import consents.read consents.write consents.send consents.sign consents.confirm consents.withdraw consents.void referrals.review templates.edit dashboard.read',
  NURSE: 'patients.read patients.write consents.read consents.confirm consents.withdraw dashboard.read',
  HOSPITAL_USER: 'patients.read patients.write patients.import consents.read consents.write dashboard.read',
  REFERRER: 'patients.read patients.write referrals.write consents.read consents.write',
  READ_ONLY: 'patients.read consents.read dashboard.read',
  AUDITOR: 'audit.read dashboard.read',
};

test.each(Object.entries(HOLDS))('%s holds exactly what its role may do', (key, held) => {
  expect([...(SEEDED_ROLES.find((role) => role.key === key)?.permissions ?? [])].toSorted()).toEqual(held.split(' ').toSorted());
});

test('the seeded roles are these, each of a known account type and with known permissions', () => {
  expect(SEEDED_ROLES.map(({ key }) => key).toSorted()).toEqual(Object.keys(HOLDS).toSorted());
  for (const { accountType, permissions } of SEEDED_ROLES) {
    expect(Object.keys(ACCOUNT_TYPES)).toContain(accountType);
    for (const each of permissions) expect(PERMISSIONS).toContain(each);
  }
  expect(ACCOUNT_TYPES.REFERRING).toBe('Referrer');
});
