import type { Role } from '#contract/roles.ts';
import { PERMISSION_GROUPS } from '#domain/accounts/permission-words.ts';
import { PERMISSIONS } from '#domain/accounts/roles.ts';
import {
  consequenceWords,
  deletionObstacle,
  EMPTY_ROLE,
  holdersWords,
  lockReason,
  roleInput,
  roleProblems,
} from '#src/screens/roles/role-form.ts';
import { expect, test } from 'vitest';

const role: Role = {
  _id: '018f2f6e-0000-7000-8000-000000000001',
  key: 'WARD',
  name: 'Ward',
  accountType: 'CLINICIAN',
  permissions: ['consents.sign'],
  users: 0,
  isSeeded: false,
  createdAt: '2026-08-06T14:05:00.000Z',
  updatedAt: '2026-08-06T14:05:00.000Z',
};
const editor = { held: ['patients.read', 'roles.manage'], isAdministrator: false } as const;

test('every permission stands in the editor exactly once', () => {
  const shown = PERMISSION_GROUPS.flatMap(({ permissions }) => permissions.map(({ key }) => key));
  expect(shown.toSorted()).toEqual(PERMISSIONS.toSorted());
});

test('nobody can give what they do not hold, and the reason is said', () => {
  expect(lockReason('patients.read', null, editor)).toBeNull();
  expect(lockReason('consents.void', null, editor)).toBe('You do not have this yourself, so you cannot give it.');
});

test('what a role already holds can be taken from it and given back before it is saved', () => {
  expect(lockReason('consents.sign', role, editor)).toBeNull();
});

test('an administrator can give anything, but the administrators’ role keeps what governs', () => {
  const administrator = { held: [], isAdministrator: true };
  expect(lockReason('consents.sign', null, administrator)).toBeNull();
  expect(lockReason('users.manage', { ...role, key: 'ADMIN' }, administrator)).toBe('Administrators always keep this.');
  expect(lockReason('users.manage', role, administrator)).toBeNull();
});

test('a role needs a name of two letters and an account type', () => {
  expect(roleProblems(EMPTY_ROLE)).toEqual([
    { field: 'name', message: 'Enter the name' },
    { field: 'accountType', message: 'Choose an account type' },
  ]);
  expect(roleProblems({ ...EMPTY_ROLE, name: ' a ', accountType: 'CLINICIAN' })).toEqual([
    { field: 'name', message: 'The Name must be at least 2 characters' },
  ]);
  expect(roleProblems({ ...EMPTY_ROLE, name: 'Ward', accountType: 'CLINICIAN' })).toEqual([]);
});

test('a role without an account type is sent without one', () => {
  expect(roleInput({ ...EMPTY_ROLE, name: 'Ward' })).toEqual({ name: 'Ward', permissions: [] });
});

test('a role that somebody has, or that came with the product, says why it stays', () => {
  expect(deletionObstacle({ users: 0, isSeeded: false })).toBeNull();
  expect(deletionObstacle({ users: 1, isSeeded: false })).toMatch(/^1 person has this role, so it cannot be deleted/);
  expect(deletionObstacle({ users: 0, isSeeded: true })).toMatch(/came with the product/);
});

test('how many have a role is said in words', () => {
  expect([0, 1, 2].map(holdersWords)).toEqual(['Nobody has this role', '1 person has this role', '2 people have this role']);
});

test('saving says who is signed out by it, and nothing where nobody is touched', () => {
  expect(consequenceWords(0, false)).toBeNull();
  expect(consequenceWords(1, false)).toMatch(/^1 person will be signed out/);
  expect(consequenceWords(3, true)).toMatch(/^2 people beside you will be signed out/);
  expect(consequenceWords(1, true)).toMatch(/^This is your own role/);
});
