import {
  identityCheckOf,
  isIdentityOpen,
  type IdentityAcceptance,
  type IdentityValues,
} from '#domain/patients/identity-check.ts';
import { identityCheckWords } from '#domain/patients/identity-check-words.ts';
import { lightOf } from '#domain/theatre/theatre-light.ts';
import { expect, test } from 'vitest';

const FORM: IdentityValues = { firstName: 'Ada', lastName: 'Demo-Oak', dateOfBirth: '1950-03-14', nhsNumber: '9990000018' };
const BARE: IdentityValues = { ...FORM, nhsNumber: null };

const accepted = (userID: string, record: IdentityValues): IdentityAcceptance => ({
  userID,
  name: `Dr ${userID}`,
  at: '2026-08-06T14:05:00.000Z',
  day: '2026-08-06',
  reason: 'Married',
  record,
});

type Change = {
  readonly called: string;
  readonly form: IdentityValues;
  readonly record: IdentityValues;
  /** with no, one, two acceptances, and two of one account */
  readonly states: readonly [string, string, string, string];
};

const ONE = ['DIFFERS', 'ACCEPTED', 'ACCEPTED', 'ACCEPTED'] as const;
const TWO = ['DIFFERS', 'SECOND', 'ACCEPTED', 'SECOND'] as const;
const OTHER = ['OTHER', 'OTHER', 'ACCEPTED', 'OTHER'] as const;
const SAME = ['SAME', 'SAME', 'SAME', 'SAME'] as const;

const CHANGES: readonly Change[] = [
  { called: 'nothing', form: FORM, record: FORM, states: SAME },
  { called: 'last name changed', form: FORM, record: { ...FORM, lastName: 'Demo-Elm' }, states: ONE },
  { called: 'first name changed', form: FORM, record: { ...FORM, firstName: 'Eve' }, states: ONE },
  { called: 'first name emptied', form: FORM, record: { ...FORM, firstName: '' }, states: ONE },
  { called: 'first name added', form: { ...FORM, firstName: '' }, record: FORM, states: ONE },
  { called: 'both names changed', form: FORM, record: { ...FORM, firstName: 'Eve', lastName: 'Demo-Elm' }, states: ONE },
  { called: 'last name spelt otherwise', form: FORM, record: { ...FORM, lastName: 'DEMO OAK' }, states: SAME },
  { called: 'first name spelt otherwise', form: FORM, record: { ...FORM, firstName: 'Áda\u00ad' }, states: SAME },
  { called: 'birth date changed', form: FORM, record: { ...FORM, dateOfBirth: '1951-04-15' }, states: TWO },
  { called: 'number added', form: BARE, record: FORM, states: ONE },
  { called: 'number emptied', form: FORM, record: BARE, states: TWO },
  { called: 'number changed', form: FORM, record: { ...FORM, nhsNumber: '9990000026' }, states: OTHER },
  {
    called: 'name and birth date',
    form: FORM,
    record: { ...FORM, lastName: 'Demo-Elm', dateOfBirth: '1951-04-15' },
    states: OTHER,
  },
  { called: 'name and added number', form: BARE, record: { ...FORM, lastName: 'Demo-Elm' }, states: OTHER },
  { called: 'birth date and emptied number', form: FORM, record: { ...BARE, dateOfBirth: '1951-04-15' }, states: OTHER },
];

const acceptancesOf = (record: IdentityValues) => [
  [],
  [accepted('one', record)],
  [accepted('one', record), accepted('two', record)],
  [accepted('one', record), accepted('one', record)],
];

test.each(CHANGES)('$called', ({ form, record, states }) => {
  expect(acceptancesOf(record).map((each) => identityCheckOf(form, record, each).state)).toEqual(states);
});

test.each(CHANGES)('no light is green while $called is open, whatever else stands', ({ form, record }) => {
  for (const acceptances of acceptancesOf(record))
    for (const confirmState of ['NOT_REQUIRED', 'CONFIRMED', 'DUE', 'LAPSED'] as const)
      for (const sealState of ['SEALED', 'SEALING', 'FAILED'] as const) {
        const identity = identityCheckOf(form, record, acceptances);
        const around = {
          patientStatus: 'ACTIVE',
          status: 'SIGNED',
          isNewest: true,
          isLastVoided: false,
          hasOpenQuestion: false,
        } as const;
        const { light, reason } = lightOf({ ...around, inForce: { sealState, confirmState }, identity });
        const before = lightOf({ ...around, inForce: { sealState, confirmState } });
        if (isIdentityOpen(identity)) expect(light).not.toBe('GREEN');
        else expect(light).toBe(before.light);
        if (identity.state === 'OTHER') expect(light).toBe('RED');
        if (isIdentityOpen(identity) && before.light !== 'RED') expect(reason).toBe(identityCheckWords(identity));
      }
});

test('an acceptance holds for the values that it names', () => {
  const first = { ...FORM, lastName: 'Demo-Elm' };
  const acceptances = [accepted('one', first)];
  expect(identityCheckOf(FORM, first, acceptances).state).toBe('ACCEPTED');
  expect(identityCheckOf(FORM, { ...FORM, lastName: 'DEMO ELM' }, acceptances).state).toBe('ACCEPTED');
  expect(identityCheckOf(FORM, { ...FORM, lastName: 'Demo-Ash' }, acceptances).state).toBe('DIFFERS');
  expect(identityCheckOf(FORM, { ...first, dateOfBirth: '1951-04-15' }, acceptances).state).toBe('OTHER');
});

test('the words say what differs, and who has checked it', () => {
  const wordsOf = (record: IdentityValues, acceptances: readonly IdentityAcceptance[] = []) =>
    identityCheckWords(identityCheckOf(FORM, record, acceptances));
  const named = { ...FORM, lastName: 'Demo-Elm' };
  const born = { ...FORM, dateOfBirth: '1951-04-15' };
  expect(wordsOf(FORM)).toBe('');
  expect(wordsOf(named)).toBe('The signed form names another name or birth date');
  expect(wordsOf(born)).toBe('The signed form names another name or birth date');
  expect(wordsOf(BARE)).toBe('The signed form names an NHS number, and the record has none');
  const withoutNumber = identityCheckWords(identityCheckOf(BARE, FORM, []));
  expect(withoutNumber).toBe('The signed form names no NHS number, and the record has one');
  expect(wordsOf({ ...FORM, nhsNumber: '9990000026' })).toBe('The signed form may be another person’s');
  expect(wordsOf(born, [accepted('one', born)])).toBe('Who this is must be checked by a second person');
  expect(wordsOf(named, [accepted('one', named)])).toBe('Details changed since: checked by Dr one, 6 August 2026');
});
