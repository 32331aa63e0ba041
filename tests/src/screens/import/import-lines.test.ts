import { expect, test } from 'vitest';
import type { ImportedRow } from '#src/queries/imports.ts';
import {
  countPatientLines,
  isPatientReady,
  isPatientToCheck,
  laterPatientLines,
  lineOf,
  newContact,
  patientLineState,
  withText,
  type HereAlready,
  type ImportLine,
} from '#src/screens/import/patients/import-lines.ts';
import { countWords } from '#src/screens/import/line-counts.ts';
import { laterFile } from '#src/screens/import/later-file.ts';

const NOW = Date.parse('2026-08-06T14:05:00.000Z');
const READ: ImportedRow = {
  row: 2,
  cells: ['Demo-Oak', '1950-03-14', '=1'],
  value: { lastName: 'Demo-Oak', dateOfBirth: '1950-03-14', phoneNumber: '01632 960001' },
  errors: [],
  warnings: [],
  possibleDuplicates: [],
  sameAs: [],
};
const HERE: HereAlready['patient'] = {
  id: 'here',
  recordID: 'P-000001',
  firstName: '',
  lastName: 'Demo-Oak',
  dateOfBirth: '1950-03-14',
  nhsNumber: null,
  hospitalNumber: null,
  phoneNumber: '01632 960002',
  emailAddress: null,
  address: null,
  restricted: false,
  version: 3,
};
const line = (change: Partial<ImportLine> = {}, read: Partial<ImportedRow> = {}): ImportLine => ({
  ...lineOf({ ...READ, ...read }, 'id'),
  ...change,
});
const fault = { path: 'dateOfBirth', message: 'There is no 31 February 1950' };
const like = (reason: HereAlready['reason']) => ({ patient: HERE, reason });

test.each<[string, ImportLine, string, boolean]>([
  ['a sound row', line(), 'READY', true],
  ['one that is unticked', line({ isChosen: false }), 'LEFT_OUT', false],
  ['one with a fault', line({}, { errors: [fault] }), 'MEND', false],
  ['one that was mended', line({ errors: [], faulty: ['dateOfBirth'] }), 'MENDED', true],
  ['one with a warning', line({}, { warnings: [{ path: 'sex', message: 'Other' }] }), 'CHECK', true],
  ['the first of two in the file', line({}, { sameAs: [9] }), 'READY', true],
  ['the second of two in the file', line({}, { sameAs: [1] }), 'TWICE', false],
  ['the second, who is another person', line({ answer: 'ANOTHER_PERSON' }, { sameAs: [1] }), 'READY', true],
  ['a namesake whom nobody has judged', line({ possibleDuplicates: [like('NAME_AND_BIRTH')] }), 'DUPLICATE', false],
  [
    'a namesake who is another person',
    line({ possibleDuplicates: [like('NAME_AND_BIRTH')], answer: 'ANOTHER_PERSON' }),
    'READY',
    true,
  ],
  [
    'the same person with a new telephone',
    line({ possibleDuplicates: [like('NHS_NUMBER')], answer: 'NEW_CONTACT' }),
    'LEFT_OUT',
    false,
  ],
  [
    'one whose new telephone is saved',
    line({ possibleDuplicates: [like('NHS_NUMBER')], answer: 'NEW_CONTACT', recordID: 'P-1' }),
    'UPDATED',
    false,
  ],
  ['one that is imported', line({ recordID: 'P-000009' }), 'IMPORTED', false],
])('%s is %s', (_, each, state, ready) => {
  expect([patientLineState(each), isPatientReady(each)]).toEqual([state, ready]);
});

test.each([
  ['NHS_NUMBER', 'LEAVE_OUT'],
  ['HOSPITAL_NUMBER', 'LEAVE_OUT'],
  ['NAME_AND_BIRTH', null],
] as const)('%s: the answer begins as %s, and never as another person', (reason, answer) => {
  const duplicate = { patient: HERE, reason } as ImportedRow['possibleDuplicates'][number];
  expect(lineOf({ ...READ, possibleDuplicates: [duplicate] }, 'id').answer).toBe(answer);
});

test('a text is read by the rules of the file, and an empty one empties the field', () => {
  const wrong = withText(line(), 'dateOfBirth', { text: '31/02/1950', now: NOW });
  expect(wrong.errors).toEqual([fault]);
  expect(withText(wrong, 'dateOfBirth', { text: '14 Mar 1951', now: NOW })).toMatchObject({
    errors: [],
    value: { lastName: 'Demo-Oak', dateOfBirth: '1951-03-14', phoneNumber: '01632 960001' },
  });
  expect(withText(line(), 'phoneNumber', { text: '', now: NOW }).value).toEqual({
    lastName: 'Demo-Oak',
    dateOfBirth: '1950-03-14',
  });
  expect(withText(line(), 'communication.interpreterNeeded', { text: 'yes', now: NOW }).value).toMatchObject({
    communication: { interpreterNeeded: true },
  });
});

test('new contact details are those that differ, and none where they are hidden or not known', () => {
  const same = (patient: HereAlready['patient']) => newContact(line({ possibleDuplicates: [{ patient, reason: 'NHS_NUMBER' }] }));
  expect(same(HERE)).toEqual({ phoneNumber: '01632 960001' });
  expect(same({ ...HERE, phoneNumber: '01632 960001' })).toEqual({});
  expect(same({ ...HERE, restricted: true })).toEqual({});
  const { version: _, ...card } = HERE;
  expect(same(card)).toEqual({});
});

test('the counts say how many go where, and rows for later are a file with their faults', () => {
  const lines = [line(), line({ isChosen: false }), line({}, { row: 4, errors: [fault] }), line({}, { row: 5, sameAs: [1] })];
  expect(countWords(countPatientLines(lines))).toBe('All 4 rows checked. 1 ready, 1 left out, 2 to look at.');
  expect(countWords(countPatientLines([...lines, line({ recordID: 'P-000009' })]))).toBe(
    'All 5 rows checked. 1 done, 1 ready, 1 left out, 2 to look at.',
  );
  expect(countWords(countPatientLines([line()]))).toBe('The row was checked. 1 ready.');
  expect(lines.map(isPatientToCheck)).toEqual([false, false, true, true]);
  const columns = ['Surname', 'DOB', 'Ward'].map((heading) => ({ heading, field: null }));
  expect(laterFile(laterPatientLines(lines), columns)).toBe(
    "\uFEFFSurname,DOB,Ward,Row,Problem\r\nDemo-Oak,1950-03-14,'=1,4,There is no 31 February 1950\r\nDemo-Oak,1950-03-14,'=1,5,May be the same person as row 1\r\n",
  );
});
