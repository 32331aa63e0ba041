import { formatCount } from '#domain/base/format-count.ts';
import { commonDenominator, formatFrequency, frequencySentence, frequencyWord } from '#domain/library/frequency.ts';
import { Resource } from '#domain/library/procedure.ts';
import { FrequencyFigure } from '#domain/library/procedure-parts.ts';
import { ACCOUNT_TYPES, PERMISSIONS, SEEDED_ROLES } from '#domain/accounts/roles.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';

const HOLDS: Record<string, string> = {
  ADMIN:
    'users.manage roles.manage organisation.manage procedures.edit procedures.publish templates.edit patients.read patients.write patients.import consents.read consents.write consents.send consents.void audit.read dashboard.read',
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

test.each([
  [1, 10, 'very common'],
  [99, 1000, 'common'],
  [1, 100, 'common'],
  [9, 1000, 'uncommon'],
  [1, 1000, 'uncommon'],
  [1, 1001, 'rare'],
  [1, 10_000, 'rare'],
  [1, 10_001, 'very rare'],
  [0, 100, 'very rare'],
])('%i in %i is %s', (num, den, word) => {
  expect(frequencyWord({ num, den })).toBe(word);
});

test('one screen has one denominator, large enough for its smallest figure', () => {
  expect(commonDenominator([{ num: 3, den: 100 }, { num: 1, den: 50 }, null])).toBe(100);
  expect(
    commonDenominator([
      { num: 3, den: 100 },
      { num: 5, den: 1000 },
    ]),
  ).toBe(1000);
  expect(commonDenominator([])).toBe(100);
});

test('a figure is told over the screen’s denominator, with the exact one beside it where rounding hid something', () => {
  expect(formatFrequency({ num: 3, den: 100 }, 1000)).toEqual({
    filled: 30,
    isBetween: false,
    words: '30 in 1,000 people',
    exact: null,
    word: 'common',
  });
  expect(formatFrequency({ num: 195, den: 10_000 }, 1000)).toEqual({
    filled: 20,
    isBetween: false,
    words: '20 in 1,000 people',
    exact: '195 in 10,000',
    word: 'common',
  });
  expect(formatFrequency({ num: 1, den: 50_000 }, 1000)).toEqual({
    filled: 0,
    isBetween: true,
    words: 'fewer than 1 in 1,000 people',
    exact: '1 in 50,000',
    word: 'very rare',
  });
  expect(formatFrequency({ num: 15, den: 10_000 }, 1000)).toEqual({
    filled: 1,
    isBetween: true,
    words: '1 to 2 in 1,000 people',
    exact: '15 in 10,000',
    word: 'uncommon',
  });
  expect(formatFrequency({ num: 7, den: 10_000 }, 1000)).toMatchObject({ filled: 0, words: 'fewer than 1 in 1,000 people' });
  expect(formatFrequency({ num: 97, den: 10_000 }, 1000)).toMatchObject({ filled: 10, words: '10 in 1,000 people' });
  expect(formatFrequency({ num: 0, den: 100 }, 100)).toMatchObject({ filled: 0, words: '0 in 100 people', exact: null });
  expect(frequencySentence(null)).toBe('No reliable number');
  expect(frequencySentence({ num: 195, den: 10_000 })).toBe('195 in 10,000 people (common)');
});

test.each([
  [{ num: 1, den: 100 }, true],
  [null, true],
  [{ num: 101, den: 100 }, false],
  [{ num: 1, den: 0 }, false],
  [{ num: -1, den: 10 }, false],
  [{ num: 0.5, den: 10 }, false],
  [{ num: 1 }, false],
  [{ num: 1, den: 10, of: 'eyes' }, false],
])('%j is a figure: %s', (figure, is) => {
  expect(v.safeParse(FrequencyFigure, figure).success).toBe(is);
});

test('leaflets and videos are reached over https alone', () => {
  const fits = (url: string) => v.safeParse(Resource, { title: 'Leaflet', url }).success;
  expect([
    fits('https://nhs.uk/x'),
    fits('http://nhs.uk/x'),
    fits('javascript:alert(1)'),
    fits('https://'),
    fits('ftp://nhs.uk'),
  ]).toEqual([true, false, false, false, false]);
});

test.each([0, 7, 100, 999, 1000, 12_345, 100_000, 100_000_000])('%d has the commas of British English', (count) => {
  expect(formatCount(count)).toBe(count.toLocaleString('en-GB'));
});
