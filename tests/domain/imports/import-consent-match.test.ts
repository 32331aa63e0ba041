import { expect, test } from 'vitest';
import {
  indexProcedures,
  indexRecords,
  isDoubtful,
  matchPatient,
  matchProcedure,
  sideOf,
} from '#domain/imports/import-consent-match.ts';
import type { PatientStatus } from '#domain/base/states.ts';

const person = (
  id: string,
  change: Partial<Record<'lastName' | 'firstName' | 'dateOfBirth' | 'nhsNumber' | 'hospitalNumber', string>> & {
    status?: PatientStatus;
    survivorID?: string;
  } = {},
) => ({
  id,
  status: 'ACTIVE' as PatientStatus,
  lastName: 'Demo-Rowan',
  firstName: 'Amber',
  dateOfBirth: '1950-03-14',
  nhsNumber: null,
  hospitalNumber: null,
  ...change,
});
const PEOPLE = indexRecords([
  person('both', { nhsNumber: '9990000018', hospitalNumber: 'H1' }),
  person('hospital', { hospitalNumber: 'H2', firstName: 'Beth', lastName: 'Demo-Elm' }),
  person('shared-1', { hospitalNumber: 'H3', lastName: 'Demo-Ash', dateOfBirth: '1960-01-01' }),
  person('shared-2', { hospitalNumber: 'H3', lastName: 'Demo-Oak', dateOfBirth: '1960-01-01' }),
  person('twin-1', { lastName: 'Demo-Yew', firstName: 'Ann', dateOfBirth: '1970-01-01' }),
  person('twin-2', { lastName: 'Demo-Yew', firstName: 'Bea', dateOfBirth: '1970-01-01' }),
  person('merged', { nhsNumber: '9990000026', status: 'MERGED', survivorID: 'out-of-reach' }),
  person('amy', { nhsNumber: '9990000050', hospitalNumber: 'H5', firstName: 'Amy', lastName: 'Demo-Beech' }),
  person('amber', { nhsNumber: '9990000069', firstName: 'Amber', lastName: 'Demo-Beech' }),
  person('amy-before', {
    nhsNumber: '9990000077',
    hospitalNumber: 'H6',
    firstName: 'Amey',
    lastName: 'Demo-Maiden',
    dateOfBirth: '1950-04-13',
    status: 'MERGED',
    survivorID: 'amy',
  }),
]);
const BORN = { dateOfBirth: '1950-03-14' };

test.each([
  [{ ...BORN, nhsNumber: '9990000018' }, 'both'],
  [{ ...BORN, hospitalNumber: 'H1' }, 'both'],
  [{ ...BORN, nhsNumber: '9990000018', hospitalNumber: 'H1' }, 'both'],
  // A record without an NHS number contradicts none.
  [{ ...BORN, nhsNumber: '9990000042', hospitalNumber: 'H2' }, 'hospital'],
  [{ ...BORN, lastName: 'DEMO-ROWAN', firstName: 'amber' }, 'both'],
  [{ ...BORN, lastName: 'Demo-Elm' }, 'hospital'],
  [{ dateOfBirth: '1970-01-01', lastName: 'Demo-Yew', firstName: 'Bea' }, 'twin-2'],
  // Records that are merged into another one are that patient's.
  [{ ...BORN, nhsNumber: '9990000077' }, 'amy'],
  [{ dateOfBirth: '1950-04-13', hospitalNumber: 'H6', firstName: 'Amey' }, 'amy'],
  [{ ...BORN, nhsNumber: '9990000050', hospitalNumber: 'H6' }, 'amy'],
  [{ dateOfBirth: '1950-04-13', lastName: 'Demo-Maiden', firstName: 'Amey' }, 'amy'],
])('%j is one patient', (row, id) => {
  expect(matchPatient(PEOPLE, row)).toMatchObject({ found: { id } });
});

test.each([
  [{ ...BORN, nhsNumber: '9990000034' }, 'nhsNumber', 'No patient here has this NHS number'],
  [{ ...BORN, nhsNumber: '9990000026' }, 'nhsNumber', 'No patient here has this NHS number'],
  [{ ...BORN, hospitalNumber: 'H9' }, 'hospitalNumber', 'No patient here has this hospital number'],
  [{ ...BORN, lastName: 'Demo-Nobody' }, 'lastName', 'No patient here has this name and birth date'],
  [{ ...BORN, lastName: 'Demo-Rowan', firstName: 'Beth' }, 'lastName', 'No patient here has this name and birth date'],
  [
    { dateOfBirth: '1951-03-14', nhsNumber: '9990000018' },
    'dateOfBirth',
    'The patient with this NHS number was born on another day',
  ],
  [
    { ...BORN, nhsNumber: '9990000018', hospitalNumber: 'H2' },
    'hospitalNumber',
    'The NHS number and the hospital number are those of different patients',
  ],
  [
    { ...BORN, nhsNumber: '9990000069', hospitalNumber: 'H6' },
    'hospitalNumber',
    'The NHS number and the hospital number are those of different patients',
  ],
  [{ dateOfBirth: '1960-01-01', hospitalNumber: 'H3' }, 'hospitalNumber', 'More than one patient fits. Give the NHS number.'],
  [{ dateOfBirth: '1970-01-01', lastName: 'Demo-Yew' }, 'lastName', 'More than one patient fits. Give a number.'],
])('%j is nobody for sure: %s, %s', (row, path, message) => {
  expect(matchPatient(PEOPLE, row)).toEqual({ fault: { path, message } });
});

test('another last name beside a number that fits is to be checked', () => {
  const found = matchPatient(PEOPLE, { ...BORN, nhsNumber: '9990000018', lastName: 'Demo-Married' });
  expect(found).toMatchObject({ found: { id: 'both' }, warnings: [{ path: 'lastName' }] });
});

test.each([
  ['Amber', true],
  ['A.', true],
  ['Amy', false],
  ['AMY Rose', false],
  ['Amey', false],
  ['', false],
])('%j beside the number of Amy: whether it is doubtful is %s', (firstName, isOther) => {
  const found = matchPatient(PEOPLE, {
    ...BORN,
    hospitalNumber: 'H5',
    nhsNumber: '9990000077',
    lastName: 'Demo-Beech',
    firstName,
  });
  expect(found).toMatchObject({ found: { id: 'amy' } });
  const warnings = 'warnings' in found ? (found.warnings ?? []) : [];
  expect(isDoubtful(warnings)).toBe(isOther);
  if (isOther) expect(warnings[0]?.message).toContain('DEMO-BEECH, Amy');
});

test('the name of a merged record is no other name', () => {
  expect(matchPatient(PEOPLE, { ...BORN, nhsNumber: '9990000077', lastName: 'Demo-Maiden' })).toMatchObject({ warnings: [] });
});

const procedure = (procedureID: string, procedureName: string, change: { procedureAcronym?: string; code?: string } = {}) => ({
  procedureID,
  procedureName,
  procedureAcronym: change.procedureAcronym ?? '',
  codes: change.code === undefined ? [] : [{ code: change.code }],
  sideRequired: true,
});
const LIBRARY = indexProcedures([
  procedure('018f3a10-0000-7000-8000-000000000001', 'Cataract surgery', { procedureAcronym: 'PHACO', code: 'C71.2' }),
  procedure('018f3a10-0000-7000-8000-000000000002', 'Hip replacement', { procedureAcronym: 'THR' }),
  procedure('018f3a10-0000-7000-8000-000000000003', 'Thoracic drain', { procedureAcronym: 'THR' }),
]);

test.each(['cataract  SURGERY', 'phaco', 'C71.2', 'c712', '018f3a10-0000-7000-8000-000000000001'])(
  '%s is a procedure of the library',
  (text) => {
    expect(matchProcedure(LIBRARY, text)).toMatchObject({ found: { procedureName: 'Cataract surgery' } });
  },
);

test('a procedure that is unknown, or of which there are two, is chosen', () => {
  expect(matchProcedure(LIBRARY, 'Knee')).toMatchObject({
    fault: { path: 'procedure', message: expect.stringContaining('does not know') },
  });
  expect(matchProcedure(LIBRARY, 'THR')).toMatchObject({ fault: { message: expect.stringContaining('more than one') } });
});

test('a side is needed where the procedure has sides, and nowhere else', () => {
  expect(sideOf({ sideRequired: true }, undefined)).toBeNull();
  expect(sideOf({ sideRequired: true }, 'NOT_APPLICABLE')).toBeNull();
  expect(sideOf({ sideRequired: true }, 'LEFT')).toBe('LEFT');
  expect(sideOf({ sideRequired: false }, undefined)).toBe('NOT_APPLICABLE');
});
