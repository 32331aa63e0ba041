import { acceptIdentityRefusal, identityStepWords } from '#domain/patients/identity-acceptance.ts';
import type { IdentityAcceptance, IdentityValues } from '#domain/patients/identity-check.ts';
import type { Permission } from '#domain/accounts/roles.ts';
import { expect, test } from 'vitest';

const FORM: IdentityValues = { firstName: 'Ada', lastName: 'Demo-Oak', dateOfBirth: '1950-03-14', nhsNumber: '9990000018' };
const NAMED = { ...FORM, lastName: 'Demo-Elm' };
const BORN = { ...FORM, dateOfBirth: '1951-04-15' };
const OTHER = { ...NAMED, ...BORN, lastName: 'Demo-Elm' };

const SIGN: readonly Permission[] = ['consents.sign'];
const CONFIRM: readonly Permission[] = ['consents.confirm'];
const NEITHER: readonly Permission[] = ['consents.read', 'consents.write', 'consents.void'];

const by = (userID: string, record: IdentityValues): IdentityAcceptance => ({
  userID,
  name: userID,
  at: '2026-08-06T14:05:00.000Z',
  day: '2026-08-06',
  reason: 'Married',
  record,
});

test.each([
  ['nothing differs', FORM, [], 'me', SIGN, [], 'MOVE_REFUSED'],
  ['one has settled a name', NAMED, ['one'], 'me', SIGN, [], 'MOVE_REFUSED'],
  ['two have settled a birth date', BORN, ['one', 'two'], 'me', SIGN, [], 'MOVE_REFUSED'],
  ['the first signs', NAMED, [], 'me', SIGN, [], null],
  ['the first made the change', BORN, [], 'me', SIGN, ['me'], null],
  ['the first can only confirm', BORN, [], 'me', CONFIRM, [], 'FORBIDDEN'],
  ['the first can neither', NAMED, [], 'me', NEITHER, [], 'FORBIDDEN'],
  ['the second can confirm', BORN, ['one'], 'me', CONFIRM, [], null],
  ['the second signs', OTHER, ['one'], 'me', SIGN, ['one'], null],
  ['the second can neither', BORN, ['one'], 'me', NEITHER, [], 'FORBIDDEN'],
  ['the second is the first', BORN, ['me'], 'me', SIGN, [], 'OWN_IDENTITY_CHECK'],
  ['the second is the first, of two parts', OTHER, ['me'], 'me', SIGN, ['me'], 'OWN_IDENTITY_CHECK'],
  ['the second made the change', OTHER, ['one'], 'me', SIGN, ['else', 'me'], 'OWN_IDENTITY_CHANGE'],
] as const)('who may accept: %s', (_, record, accounts, userID, permissions, changedBy, refusal) => {
  const acceptances = [...accounts].map((each: string) => by(each, record));
  expect(acceptIdentityRefusal({ form: FORM, record, acceptances }, { userID, permissions, changedBy })).toBe(refusal);
});

test('an acceptance of other values is none: the next is a first', () => {
  const compared = { form: FORM, record: BORN, acceptances: [by('me', OTHER), by('one', NAMED)] };
  expect(acceptIdentityRefusal(compared, { userID: 'me', permissions: SIGN, changedBy: ['me'] })).toBeNull();
  expect(acceptIdentityRefusal(compared, { userID: 'two', permissions: CONFIRM })).toBe('FORBIDDEN');
});

test('the next step is said to whoever reads it', () => {
  const one = [by('Dr Demo', BORN)];
  const found = 'Dr Demo found on 6 August 2026 that this is the same person. ';
  expect(identityStepWords([], null)).toBe('Check who this is before anything is done.');
  expect(identityStepWords([], 'FORBIDDEN')).toBe('A clinician checks who this is before anything is done.');
  expect(identityStepWords(one, null)).toBe(`${found}Check who this is before anything is done.`);
  expect(identityStepWords(one, 'OWN_IDENTITY_CHECK')).toBe(`${found}Another person checks it too before anything is done.`);
});
