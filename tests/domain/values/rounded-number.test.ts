import * as v from 'valibot';
import { expect, test } from 'vitest';
import { readConsentRow } from '#domain/imports/import-consent.ts';
import { readPatientRow } from '#domain/imports/import-patient.ts';
import { NhsNumber } from '#domain/values/nhs-number-field.ts';
import { isRoundedNumber, ROUNDED } from '#domain/values/rounded-number.ts';

const NOW = Date.parse('2026-08-06T14:05:00.000Z');
const TODAY = '2026-08-06';
const FORMS = [
  '1.23457E+11',
  '9.99E+09',
  '9,99E+09',
  '1E+05',
  '1.2e-05',
  '-1.5E+10',
  '12345.0',
  '12345.00',
  '12345,0',
  '9990000018.0',
  '12,345',
  '1,234,567',
  '9,990,000,018',
  '12,345.00',
  '1’234’567',
  '1.234.567',
];
const PATIENT_NUMBERS = ['nhsNumber', 'hospitalNumber', 'phoneNumber'];
const CONSENT_NUMBERS = ['nhsNumber', 'hospitalNumber', 'externalID'] as const;

test.each(FORMS)('%s is refused in every number that tells people apart, or reaches them', (text) => {
  expect(isRoundedNumber(` ${text} `)).toBe(true);
  for (const field of PATIENT_NUMBERS) {
    const { errors } = readPatientRow(
      new Map([
        ['lastName', 'Demo'],
        ['dateOfBirth', '14/03/1950'],
        [field, text],
      ]),
      TODAY,
    );
    expect(errors, field).toEqual([{ path: field, message: ROUNDED }]);
  }
  for (const field of CONSENT_NUMBERS) {
    const { errors } = readConsentRow(new Map([[field, text]]), { now: NOW, timeZone: 'Europe/London' });
    expect(
      errors.filter(({ path }) => path === field),
      field,
    ).toContainEqual({ path: field, message: ROUNDED });
  }
});

test.each([
  '12345',
  '0012345',
  'HX1',
  'H-12.5',
  '12.5',
  '12E5',
  '999 000 0018',
  '01632 960001',
  '+44 1632 960001',
  '12-345',
  '(020) 7946 0001',
])('%s is none', (text) => expect(isRoundedNumber(text)).toBe(false));

test.each([
  ['7700900123', 'Is a 0 missing? 07700900123'],
  ['8001111111', 'Is a 0 missing? 08001111111'],
  ['7700 900123', 'Is a 0 missing? 07700900123'],
])('telephone %s: %s', (text, message) => {
  const { errors, warnings } = readPatientRow(
    new Map([
      ['lastName', 'Demo'],
      ['dateOfBirth', '14/03/1950'],
      ['phoneNumber', text],
    ]),
    TODAY,
  );
  expect([errors, warnings]).toEqual([[], [{ path: 'phoneNumber', message }]]);
});

test.each(['07700900123', '1632960001', '447700900123', '+447700900123'])('telephone %s is asked nothing', (text) => {
  expect(
    readPatientRow(
      new Map([
        ['lastName', 'Demo'],
        ['dateOfBirth', '14/03/1950'],
        ['phoneNumber', text],
      ]),
      TODAY,
    ).warnings,
  ).toEqual([]);
});

test.each([
  ['999\u200D000\u200D0042', '9990000042'],
  ['999\u2013000\u20130050', '9990000050'],
  ['999\u00A0000\u202F0018', '9990000018'],
  ['999-000-0018', '9990000018'],
  ['999\u2011000\u22120018', '9990000018'],
  ['９９９０００００１８', '9990000018'],
  ['\u200B9990000018\uFEFF', '9990000018'],
])('NHS number %j is read as %s', (text, digits) => {
  expect(v.parse(NhsNumber, text)).toBe(digits);
});

test.each([
  ['99900000181', 'The NHS number must have 10 digits, and this has 11'],
  ['999 000 0018 9990000026', 'These are two NHS numbers. Enter one of them.'],
  ['9990000018, 9990000026', 'These are two NHS numbers. Enter one of them.'],
  ['99900000189990000026', 'These are two NHS numbers. Enter one of them.'],
  ['999000001', 'The NHS number must have 10 digits'],
  ['99900000l8', 'The NHS number must have 10 digits'],
])('NHS number %s: %s', (text, message) => {
  const result = v.safeParse(NhsNumber, text);
  expect(result.success ? '' : result.issues[0].message).toBe(message);
  const { errors } = readPatientRow(
    new Map([
      ['lastName', 'Demo'],
      ['dateOfBirth', '14/03/1950'],
      ['nhsNumber', text],
    ]),
    TODAY,
  );
  expect(errors).toEqual([{ path: 'nhsNumber', message }]);
});
