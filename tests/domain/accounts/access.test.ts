import { expect, test } from 'vitest';
import { csvOf } from '#domain/exports/csv.ts';
import { isRegistered, mayDecide, statusOn, type AccessDecision } from '#domain/accounts/decisions.ts';
import { PERMISSION_GROUPS } from '#domain/accounts/permission-words.ts';
import {
  beyondOwn,
  GOVERNING,
  mayAssign,
  PERMISSIONS,
  permissionsInForce,
  roleKey,
  type Permission,
} from '#domain/accounts/roles.ts';
import { USER_STATUSES } from '#domain/accounts/user-status.ts';

test('each decision about access is taken from these states and no others', () => {
  const from = (decision: AccessDecision) => USER_STATUSES.filter((status) => mayDecide(status, decision));
  expect(from('ACTIVE')).toEqual(['PENDING_APPROVAL', 'ACTIVE', 'SUSPENDED', 'EXPIRED', 'REJECTED']);
  expect(from('REJECTED')).toEqual(['PENDING_APPROVAL']);
  expect(from('SUSPENDED')).toEqual(['ACTIVE', 'EXPIRED']);
  expect(USER_STATUSES.filter((status) => !isRegistered(status))).toEqual([
    'PENDING_EMAIL',
    'PENDING_PROFILE',
    'PENDING_2FA',
    'PENDING_TERMS',
  ]);
});

test('access is valid to the end of its date, and has expired the day after', () => {
  const on = (today: string) => statusOn({ status: 'ACTIVE', expiryDate: '2026-08-06' }, today);
  expect([on('2026-08-05'), on('2026-08-06'), on('2026-08-07')]).toEqual(['ACTIVE', 'ACTIVE', 'EXPIRED']);
  expect(statusOn({ status: 'ACTIVE', expiryDate: null }, '2999-01-01')).toBe('ACTIVE');
  expect(statusOn({ status: 'SUSPENDED', expiryDate: '2026-08-06' }, '2026-08-07')).toBe('SUSPENDED');
});

test('a role that governs is given only by who governs alike; any other by anybody who manages users', () => {
  const clinical = PERMISSIONS.filter((each) => !GOVERNING.some((governing) => governing === each));
  const sets = (of: readonly Permission[]) =>
    of.reduce<Permission[][]>((all, each) => [...all, ...all.map((set) => [...set, each])], [[]]);
  for (const own of sets(GOVERNING))
    for (const theirs of sets(GOVERNING))
      expect(mayAssign(own, [...clinical, ...theirs]), `${own.join()}: ${theirs.join()}`).toBe(
        theirs.every((each) => own.includes(each)),
      );
  expect(GOVERNING).toEqual(['users.manage', 'roles.manage', 'organisation.manage', 'audit.read', 'privacy.manage']);
});

test('what a role gains must be held by its editor, what it has may stay, and an administrator may give anything', () => {
  const change = { granted: ['roles.manage', 'patients.read'], before: ['consents.sign'], isAdministrator: false } as const;
  expect(beyondOwn({ ...change, after: ['consents.sign', 'patients.read'] })).toEqual([]);
  expect(beyondOwn({ ...change, after: ['consents.send', 'users.manage'] })).toEqual(['consents.send', 'users.manage']);
  expect(beyondOwn({ ...change, isAdministrator: true, after: [...PERMISSIONS] })).toEqual([]);
});

test('once every access plan has ended only reading is left; without a plan, and while one runs, nothing is lost', () => {
  const held = ['patients.read', 'patients.write', 'consents.read', 'users.manage', 'audit.read', 'dashboard.read'] as const;
  const left = (...endDates: (string | null)[]) =>
    permissionsInForce({ granted: held, plans: endDates.map((endDate) => ({ endDate })), today: '2026-08-06' });
  expect(left()).toEqual(held);
  expect(left('2026-08-06')).toEqual(held);
  expect(left('2026-08-05', null)).toEqual(held);
  expect(left('2026-08-05', '2025-01-01')).toEqual(['patients.read', 'consents.read', 'audit.read', 'dashboard.read']);
});

test.each([
  ['Ward clerk', [], 'WARD_CLERK'],
  ['  Ward-clerk (nights) ', ['WARD_CLERK'], 'WARD_CLERK_NIGHTS'],
  ['Ward clerk', ['WARD_CLERK', 'WARD_CLERK_2'], 'WARD_CLERK_3'],
  ['Théâtre łódź', [], 'THEATRE_LODZ'],
  ['手术室', [], '手术室'],
  ['!!', [], 'ROLE'],
  ['Admin', ['ADMIN'], 'ADMIN_2'],
])('a role named %j beside %j gets the key %s', (name, taken, key) => {
  expect(roleKey(name, taken)).toBe(key);
});

test('every permission is told once, in a sentence', () => {
  const told = PERMISSION_GROUPS.flatMap(({ permissions }) => permissions);
  expect(told.map(({ key }) => key).toSorted()).toEqual([...PERMISSIONS].toSorted());
  for (const { sentence } of told) expect(sentence).toMatch(/^[A-Z][^.]+$/);
});

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['say "yes"', '"say ""yes"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+44', "'+44"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['  =1', "'  =1"],
  ['＝1', "'＝1"],
  ['a=1', 'a=1'],
])('a cell %j is written %j', (cell, written) => {
  expect(csvOf([[cell, 'x']])).toBe(`\uFEFF${written},x\r\n`);
});
