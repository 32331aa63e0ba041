import { SEEDED_ROLES } from '#domain/accounts/roles.ts';
import { firstStepsOf } from '#src/screens/home/first-steps.ts';
import { firstStepsKind, parseEnded } from '#src/session/first-steps.ts';
import { expect, test } from 'vitest';

const held = (role: string) => SEEDED_ROLES.find(({ key }) => key === role)?.permissions ?? [];

test.each([
  ['ADMIN', 'administrator'],
  ['BCH_CLINICIAN', 'clinician'],
  ['CLINICIAN', 'clinician'],
  ['REFERRER', 'referrer'],
  ['NURSE', null],
  ['AUDITOR', null],
])('%s takes the first steps of: %s', (role, kind) => {
  expect(firstStepsKind(held(role))).toBe(kind);
  expect(firstStepsOf(held(role)).length > 2).toBe(kind !== null);
});

test('each step leads to a page that its people may open', () => {
  const links = firstStepsOf(held('REFERRER')).map(({ link }) => link.href);
  expect(links).toEqual(['/profile', '/patient', '/my-referral', '/consent']);
});

test('what is stored and is no list of ids is nothing', () => {
  expect(parseEnded('["a", 3, "b"]')).toEqual(['a', 'b']);
  for (const broken of [null, '', '{', '{"a":1}', 'null']) expect(parseEnded(broken)).toEqual([]);
});
