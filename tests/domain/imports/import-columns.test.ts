import { expect, test } from 'vitest';
import { csvOf, withoutFormulaGuard } from '#domain/exports/csv.ts';
import { findHeadingRow } from '#domain/imports/heading-row.ts';
import { doubledField, guessColumns, knownHeadings, mappedColumns, cellTextsOf } from '#domain/imports/import-columns.ts';
import { PATIENT_IMPORT } from '#domain/imports/import-patient.ts';
import { distinctHeadings } from '#domain/imports/import-table.ts';

test.each([
  ['lastName', ['lastName', 'Last name', 'LAST NAME', 'surname', 'Surname ', 'Family Name', 'family_name']],
  ['firstName', ['firstName', 'First name', 'forename', 'Given name']],
  ['dateOfBirth', ['dateOfBirth', 'Date of birth', 'DOB', 'D.O.B.', 'Birth date', 'birthdate']],
  ['nhsNumber', ['nhsNumber', 'NHS number', 'NHS No.', 'nhs_no']],
  ['hospitalNumber', ['hospitalNumber', 'Hospital number', 'MRN', 'Unit number', 'PAS Number']],
  ['emailAddress', ['emailAddress', 'Email', 'e-mail']],
  ['phoneNumber', ['phoneNumber', 'Phone number', 'phone', 'Telephone', 'mobile', 'Tel']],
  ['address', ['address', 'Address 1', 'Address5', 'address line 2', 'Postcode', 'post code']],
  ['sex', ['sex', 'Gender']],
  ['language', ['language', 'Lang']],
  ['interpreterNeeded', ['interpreterNeeded', 'Interpreter needed', 'interpreter']],
  ['format', ['format', 'Reading format']],
  ['restricted', ['restricted', 'Sensitive']],
  ['preferred', ['preferred', 'Contact preference', 'Preferred contact', 'preferred_contact_method']],
  ['refused', ['refused', 'Does not want messages by', 'Do not contact by', 'No messages by']],
  ['noSms', ['Do not text', 'DO_NOT_SMS', 'No SMS', 'no texts', 'SMS opt-out']],
  ['smsConsent', ['SMS consent', 'sms_consent', 'Text consent', 'Consent to SMS', 'SMS opt in']],
  ['noEmail', ['Do not email', 'Do not e-mail', 'No email', 'no e-mail', 'Email opt out']],
  ['emailConsent', ['Email consent', 'Consent to email', 'Email opt-in']],
  ['noLetter', ['Do not write letters', 'No letters', 'No post']],
  ['letterConsent', ['Letter consent', 'Post consent']],
  ['noApp', ['No NHS App messages', 'NHS App opt out']],
  ['appConsent', ['NHS App consent', 'NHS App opt in']],
  ['status', ['status']],
])('%s is found by its headings', (field, headings) => {
  for (const heading of headings) expect(guessColumns([heading], PATIENT_IMPORT)).toEqual([{ heading, field }]);
});

test('unknown columns are left out, by name', () => {
  expect(guessColumns(['Ward', 'DOB'], PATIENT_IMPORT)).toEqual([
    { heading: 'Ward', field: null },
    { heading: 'DOB', field: 'dateOfBirth' },
  ]);
});

test('the first column of a field counts, and those of an address are joined', () => {
  const columns = guessColumns(['Telephone', 'Mobile', 'Address 1', 'Address 2', 'Postcode'], PATIENT_IMPORT);
  expect(columns.map(({ field }) => field)).toEqual(['phoneNumber', null, 'address', 'address', 'address']);
  expect(doubledField(columns, PATIENT_IMPORT)).toBeUndefined();
  const texts = cellTextsOf(['01632 960001', '07700 900001', ' 1 Lane ', '', 'AB1 2CD'], columns);
  expect(Object.fromEntries(texts)).toEqual({ phoneNumber: '01632 960001', address: '1 Lane\nAB1 2CD' });
});

test('a mapping says each column, and its two columns of one field are found', () => {
  const mapping = { A: 'lastName', B: 'lastName', constructor: 'firstName' };
  const columns = mappedColumns(['A', 'B', 'C'], mapping);
  expect(columns.map(({ field }) => field)).toEqual(['lastName', 'lastName', null]);
  expect(doubledField(columns, PATIENT_IMPORT)).toBe('lastName');
  expect(mappedColumns(['toString'], {})).toEqual([{ heading: 'toString', field: null }]);
});

test('each heading has a name of its own', () => {
  expect(distinctHeadings(['Phone', '', 'Phone', ' Phone ', 'Phone (2)', ' '])).toEqual([
    'Phone',
    'Column 2',
    'Phone (2)',
    'Phone (3)',
    'Phone (2) (2)',
    'Column 6',
  ]);
});

test.each(['=1+1', "'=1", "''=1", ' =1', '+44 7700', '-', '@a', "'hello", "O'Neill", '', "'", ' plain'])(
  'a cell that was written as CSV comes back the same: %s',
  (text) => {
    const written = csvOf([[text]])
      .replace('\uFEFF', '')
      .replace('\r\n', '');
    expect(withoutFormulaGuard(written)).toBe(text);
    expect(/^[\s']*[=+\-@]/.test(text)).toBe(written.startsWith("'") && written !== text);
  },
);

test.each<[rows: readonly (readonly [row: number, ...cells: string[]])[], at: number, isKnown: boolean]>([
  [
    [
      [1, 'Last name', 'DOB'],
      [2, 'Demo', 'x'],
    ],
    0,
    true,
  ],
  [
    [
      [1, 'Ward 7'],
      [3, 'Last name', 'DOB'],
      [4, 'Demo', 'x'],
    ],
    1,
    true,
  ],
  [
    [
      [1, 'Address'],
      [2, 'Last name', 'DOB'],
      [3, 'Phone', 'x'],
    ],
    1,
    true,
  ],
  [
    [
      [1, 'Ward 7'],
      [20, 'Last name', 'DOB'],
    ],
    1,
    true,
  ],
  [
    [
      [1, 'Ward 7'],
      [21, 'Last name', 'DOB'],
    ],
    0,
    false,
  ],
  [
    [
      [25, 'Last name', 'DOB'],
      [26, 'Demo', 'x'],
    ],
    0,
    true,
  ],
  [[[1, 'Nachname']], 0, false],
])('of %j the headings are at %i, known: %j', (rows, at, isKnown) => {
  const known = new Set(knownHeadings(PATIENT_IMPORT).keys());
  expect(
    findHeadingRow(
      rows.map(([row, ...cells]) => ({ row, cells })),
      known,
    ),
  ).toEqual({ at, isKnown });
});
