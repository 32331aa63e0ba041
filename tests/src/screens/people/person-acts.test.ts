import { USER_STATUSES } from '#domain/accounts/user-status.ts';
import { accessProblems, actsFor, approvalOf, monthsOn, startOfAccess } from '#src/screens/people/person-acts.ts';
import { expect, test } from 'vitest';

const today = '2026-08-06';
const whole = { roleID: 'role', expiryDate: '2027-08-06', subscriptions: [] };

test('nothing can be decided about somebody who has not finished the registration', () => {
  for (const status of ['PENDING_EMAIL', 'PENDING_PROFILE', 'PENDING_2FA', 'PENDING_TERMS'] as const)
    expect(actsFor(status)).toEqual({ grant: null, refuse: null });
});

test('who waits can be approved or rejected, who is active changed or suspended', () => {
  expect(actsFor('PENDING_APPROVAL')).toEqual({ grant: 'Approve', refuse: 'REJECTED' });
  expect(actsFor('ACTIVE')).toEqual({ grant: 'Save changes', refuse: 'SUSPENDED' });
});

test('whose access was taken or has ended can be let in again', () => {
  expect(actsFor('SUSPENDED')).toEqual({ grant: 'Reactivate', refuse: null });
  expect(actsFor('EXPIRED')).toEqual({ grant: 'Reactivate', refuse: 'SUSPENDED' });
  expect(actsFor('REJECTED')).toEqual({ grant: 'Approve after all', refuse: null });
});

test('nobody is rejected and suspended at once, and every state is thought of', () => {
  for (const status of USER_STATUSES) expect([null, 'REJECTED', 'SUSPENDED']).toContain(actsFor(status).refuse);
});

test('an approval needs a role and a last day that has not passed', () => {
  expect(accessProblems({ ...whole, roleID: '', expiryDate: '' }, today)).toEqual([
    { field: 'roleID', message: 'Choose a role' },
    { field: 'expiryDate', message: 'Enter the expiry date' },
  ]);
  expect(accessProblems({ ...whole, expiryDate: '2026-08-05' }, today)).toEqual([
    { field: 'expiryDate', message: 'The Expiry date must not be in the past' },
  ]);
  expect(accessProblems({ ...whole, expiryDate: '2027-02-30' }, today)).toEqual([
    { field: 'expiryDate', message: 'The Expiry date must be a real date' },
  ]);
  expect(accessProblems({ ...whole, expiryDate: today }, today)).toEqual([]);
});

test('what is sent is the access and nothing else', () => {
  expect(approvalOf('a@demo.nhs.uk', { ...whole, subscriptions: ['plan'] })).toEqual({
    email: 'a@demo.nhs.uk',
    status: 'ACTIVE',
    expiryDate: '2027-08-06',
    roleID: 'role',
    subscriptions: ['plan'],
  });
});

test('months are added by the calendar, and a day that a month lacks becomes its last', () => {
  expect(monthsOn('2026-08-06', 6)).toBe('2027-02-06');
  expect(monthsOn('2026-08-31', 6)).toBe('2027-02-28');
  expect(monthsOn('2024-02-29', 12)).toBe('2025-02-28');
  expect(monthsOn('2026-12-31', 24)).toBe('2028-12-31');
});

test('a new account starts with the role that it asked for and a year, an administrator’s with no role', () => {
  const person = { expiryDate: null, roleID: null, subscriptions: [] };
  const roles = [
    { _id: 'r1', key: 'CLINICIAN', permissions: ['consents.sign'] as const },
    { _id: 'r2', key: 'ADMIN', permissions: ['users.manage'] as const },
  ].map((each) => ({ ...each, permissions: [...each.permissions] }));
  const asking = (requestedRole: string, status: 'PENDING_APPROVAL' | 'SUSPENDED' = 'PENDING_APPROVAL') =>
    startOfAccess({ ...person, status, requestedRole }, { roles, held: ['users.manage', 'roles.manage'], today: '2026-11-22' });
  expect(asking('CLINICIAN')).toEqual({ roleID: 'r1', expiryDate: '2027-11-22', subscriptions: [] });
  expect(asking('ADMIN').roleID).toBe('');
  expect(asking('CLINICIAN', 'SUSPENDED')).toMatchObject({ roleID: '', expiryDate: '' });
});
