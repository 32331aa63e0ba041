import * as v from 'valibot';
import { ROUNDED } from '#domain/values/rounded-number.ts';
import { expect, test } from 'vitest';
import { readPatientRow } from '#domain/imports/import-patient.ts';
import { PatientDraft } from '#domain/patients/patient.ts';

const TODAY = '2026-08-06';
const PLAIN = { lastName: 'Demo-Rowan', dateOfBirth: '14/03/1950' };
const read = (texts: Record<string, string>) => readPatientRow(new Map(Object.entries({ ...PLAIN, ...texts })), TODAY);

test('a whole row becomes a patient that can be created', () => {
  const { value, errors } = read({
    firstName: ' Amber ',
    nhsNumber: '999 000 0018',
    hospitalNumber: 'HX1',
    sex: 'f',
    emailAddress: 'Amber@Example.org',
    phoneNumber: '+44 1632 960001',
    address: '1 Lane\nAB1 2CD',
    language: 'pl',
    interpreterNeeded: 'yes',
    format: 'Large print',
    restricted: '0',
    status: 'inactive',
  });
  expect(errors).toEqual([]);
  expect(value).toEqual({
    lastName: 'Demo-Rowan',
    firstName: 'Amber',
    dateOfBirth: '1950-03-14',
    nhsNumber: '9990000018',
    hospitalNumber: 'HX1',
    sex: 'FEMALE',
    emailAddress: 'amber@example.org',
    phoneNumber: '+44 1632 960001',
    address: '1 Lane\nAB1 2CD',
    communication: { language: 'pl', interpreterNeeded: true, format: 'LARGE_PRINT' },
    restricted: false,
    status: 'INACTIVE',
  });
  const { status: _, ...fields } = value;
  expect(v.safeParse(PatientDraft, fields).success).toBe(true);
});

test.each([
  ['lastName', '', 'Enter the last name'],
  ['dateOfBirth', '', 'Enter the date of birth'],
  ['dateOfBirth', '31/02/1971', 'There is no 31 February 1971'],
  ['dateOfBirth', '01/01/1899', 'The Date of birth must not be before 1 January 1900'],
  ['dateOfBirth', '07/08/2026', 'The Date of birth must not be in the future'],
  ['nhsNumber', '9990000019', 'The NHS number is not valid: please check each digit'],
  ['nhsNumber', '999000001', 'The NHS number must have 10 digits'],
  ['nhsNumber', '9.99E+09', ROUNDED],
  ['hospitalNumber', 'x'.repeat(31), 'The Hospital number must be at most 30 characters'],
  ['lastName', '#N/A', 'The Last name is a fault of the spreadsheet: #N/A'],
  ['sex', 'Z', 'The Sex must be one of FEMALE, MALE, INTERSEX, NOT_STATED'],
  ['emailAddress', 'nobody', 'The Email must be an e-mail address'],
  ['phoneNumber', 'call me', 'The Phone number must be a phone number'],
  ['status', 'MERGED', 'The Status must be one of ACTIVE, INACTIVE, DECEASED'],
  ['restricted', 'maybe', 'The Hide address, telephone and email must be yes or no'],
])('%s “%s” keeps its text and is told: %s', (field, text, message) => {
  const { value, errors } = read({ [field]: text });
  expect(errors).toEqual([{ path: field, message }]);
  expect(value[field]).toBe(text);
});

test.each([
  ['language', 'Polnisch!', 'The Language must be a language tag like en or pl'],
  ['interpreterNeeded', 'maybe', 'The Interpreter needed must be yes or no'],
  ['format', 'Braille', 'The Reading format must be one of STANDARD, LARGE_PRINT, EASY_READ, READ_ALOUD'],
])('%s “%s” is a fault at its part of the communication', (part, text, message) => {
  const { value, errors } = read({ [part]: text });
  expect(errors).toEqual([{ path: `communication.${part}`, message }]);
  expect(value['communication']).toEqual({ [part]: text });
});

test.each([
  ['F', 'FEMALE'],
  ['m', 'MALE'],
  ['I', 'INTERSEX'],
  ['N', 'NOT_STATED'],
  ['Female', 'FEMALE'],
  ['not stated', 'NOT_STATED'],
  ['0', 'NOT_STATED'],
  ['1', 'MALE'],
  ['2', 'FEMALE'],
  ['9', 'NOT_STATED'],
  ['X', 'NOT_STATED'],
  ['u', 'NOT_STATED'],
  ['Unknown', 'NOT_STATED'],
  ['Not known', 'NOT_STATED'],
  ['not-specified', 'NOT_STATED'],
  ['Woman', 'FEMALE'],
  ['NOT_STATED', 'NOT_STATED'],
])('sex %s is %s', (text, value) => {
  expect(read({ sex: text })).toMatchObject({ value: { sex: value }, errors: [] });
});

test.each([
  ['English', 'en'],
  ['polish', 'pl'],
  ['British Sign Language', 'bfi'],
  ['BSL', 'bfi'],
  ['Farsi', 'fa'],
  ['pl', 'pl'],
  ['en-GB', 'en-GB'],
])('language %s is %s', (text, tag) => {
  expect(read({ language: text })).toMatchObject({ value: { communication: { language: tag } }, errors: [] });
});

test('each fault of a row is told, in the order of the form', () => {
  expect(read({ lastName: '', dateOfBirth: '1', nhsNumber: '1', status: '?' }).errors.map(({ path }) => path)).toEqual([
    'lastName',
    'dateOfBirth',
    'nhsNumber',
    'status',
  ]);
});

/** Columns of other systems about one way each, and what arrives of them. */
test.each([
  [{ noSms: 'Y' }, ['SMS']],
  [{ noSms: 'N' }, undefined],
  [{ smsConsent: 'no' }, ['SMS']],
  [{ smsConsent: 'Yes' }, undefined],
  [{ noEmail: '1' }, ['EMAIL']],
  [{ emailConsent: 'false' }, ['EMAIL']],
  [{ noLetter: 'true', noApp: 'y' }, ['APP', 'LETTER']],
  // One of two columns of a name, and one beside the list of refusals.
  [{ noSms: 'N\nY' }, ['SMS']],
  [{ noSms: 'Y', refused: 'letter' }, ['SMS', 'LETTER']],
  // The other answer takes no refusal back.
  [{ smsConsent: 'Y', refused: 'SMS' }, ['SMS']],
  [{ smsConsent: 'Y', noSms: 'Y' }, ['SMS']],
  [{ refused: 'e-mail, post' }, ['EMAIL', 'LETTER']],
])('a file that says %j refuses %j', (texts: Record<string, string>, refused) => {
  const { value, errors } = read(texts);
  expect(errors).toEqual([]);
  expect((value['communication'] as { refused?: string[] } | undefined)?.refused).toEqual(refused);
  expect(v.safeParse(PatientDraft, value).success).toBe(true);
});

test('a wish that nobody can read keeps its text, and is read with the row once that is mended', () => {
  const { value, errors } = read({ noSms: 'ask wife' });
  expect([value['noSms'], errors]).toEqual(['ask wife', [{ path: 'noSms', message: 'The Do not text must be yes or no' }]]);
  // A refusal beside a faulty cell of the same field is lost by nothing.
  expect(read({ noSms: 'Y', refused: 'pigeon' }).value).toMatchObject({ noSms: 'Y', communication: { refused: 'pigeon' } });
});

test.each([
  ['Text', 'SMS', 0],
  ['E-mail', 'EMAIL', 0],
  ['Post', 'LETTER', 0],
  // The row is imported, and the report names what is left out.
  ['Telephone', undefined, 1],
  ['No preference', undefined, 1],
])('a preferred contact “%s” is %s', (preferred, channel, notes) => {
  const { value, errors, warnings } = read({ preferred });
  expect([errors, warnings.length]).toEqual([[], notes]);
  expect((value['communication'] as { preferred?: string } | undefined)?.preferred).toBe(channel);
});

test('a way that a file prefers and refuses is refused', () => {
  const { value, warnings } = read({ preferred: 'SMS', noSms: 'Y' });
  expect(value['communication']).toEqual({ refused: ['SMS'] });
  expect(warnings).toEqual([
    { path: 'communication.preferred', message: 'The file prefers a way that it refuses: it is refused' },
  ]);
});
