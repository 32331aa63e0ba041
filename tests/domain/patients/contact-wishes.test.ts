import { expect, test } from 'vitest';
import * as v from 'valibot';
import { exportedPatient, PATIENT_EXPORT_HEADINGS } from '#domain/exports/exports.ts';
import { readPatientRow } from '#domain/imports/import-patient.ts';
import { contactWishes, readingNeedsOf } from '#domain/patients/contact-wishes.ts';
import { historyChanges } from '#domain/patients/patient-history.ts';
import { EMPTY_PATIENT, Patient, PatientChange, PatientDraft, patientValues } from '#domain/patients/patient.ts';

const WISHES = { preferred: 'LETTER', refused: ['SMS', 'APP'] } as const;
const before = patientValues({
  lastName: 'Demo',
  dateOfBirth: '1950-03-14',
  communication: { ...WISHES, refused: [...WISHES.refused] },
});

test('an edit of a build before, which knows of no wishes, leaves them', () => {
  const edit = v.parse(PatientChange, { communication: { language: 'pl', interpreterNeeded: true, format: 'LARGE_PRINT' } });
  expect(patientValues(edit, before).communication).toEqual({
    language: 'pl',
    interpreterNeeded: true,
    format: 'LARGE_PRINT',
    ...WISHES,
  });
});

test('an edit that names them changes them, each channel once and in one order', () => {
  const edit = v.parse(PatientChange, { communication: { refused: ['LETTER', 'SMS', 'LETTER'], preferred: null } });
  expect(contactWishes(patientValues(edit, before).communication)).toEqual({ refused: ['SMS', 'LETTER'], preferred: null });
  expect(v.safeParse(PatientChange, { communication: { refused: ['PIGEON'] } }).success).toBe(false);
});

test('a new patient refuses nothing, and a stored one of before reads so', () => {
  const draft = v.parse(PatientDraft, { lastName: 'Demo', dateOfBirth: '1950-03-14' });
  expect(contactWishes(patientValues(draft).communication)).toEqual({ refused: [], preferred: null });
  expect(contactWishes({})).toEqual({ refused: [], preferred: null });
  const stored = { language: 'en', interpreterNeeded: false, format: 'STANDARD' };
  expect(v.parse(Patient.entries.communication, stored)).toEqual({ ...stored, refused: [], preferred: null });
});

test('whoever reads the form is told how somebody reads, and not how they are written to', () => {
  expect(readingNeedsOf(before.communication)).toEqual({ language: 'en', interpreterNeeded: false, format: 'STANDARD' });
});

test('the history of a patient says what they want and refuse, and one without either is as before', () => {
  const status = 'ACTIVE' as const;
  expect(historyChanges({ ...EMPTY_PATIENT, status }, { ...EMPTY_PATIENT, status })).toEqual([]);
  expect(historyChanges({ ...before, communication: EMPTY_PATIENT.communication, status }, { ...before, status })).toEqual([
    { field: 'preferred', from: null, to: 'LETTER' },
    { field: 'refused', from: '', to: 'SMS APP' },
  ]);
});

test.each([
  ['SMS', ['SMS']],
  ['text message, letter', ['SMS', 'LETTER']],
  ['Email; NHS App', ['EMAIL', 'APP']],
  ['sms app', ['SMS', 'APP']],
])('a file that says %j refuses %j', (text, refused) => {
  const texts = new Map([
    ['lastName', 'Demo'],
    ['dateOfBirth', '14/03/1950'],
    ['interpreterNeeded', 'no'],
    ['refused', text],
  ]);
  const { value, errors } = readPatientRow(texts, '2026-11-30');
  expect(errors).toEqual([]);
  expect(value['communication']).toMatchObject({ refused });
});

test('a file that names no channel is told so at the field', () => {
  const texts = new Map([
    ['lastName', 'Demo'],
    ['dateOfBirth', '14/03/1950'],
    ['interpreterNeeded', 'no'],
    ['refused', 'pigeon'],
  ]);
  expect(readPatientRow(texts, '2026-11-30').errors).toEqual([
    { path: 'communication.refused', message: 'Each must be one of EMAIL, SMS, APP, LETTER' },
  ]);
});

test('an exported patient reads back with the same wishes', () => {
  const patient = {
    ...before,
    id: '0198abcd-ef01-7fff-bfff-ffffffffffff',
    recordID: 'P-000001',
    organisationID: '0198abcd-ef01-7fff-bfff-fffffffffffe',
    status: 'ACTIVE' as const,
    mergedInto: null,
    version: 1,
    createdAt: '2026-08-06T12:00:00.000Z',
    updatedAt: '2026-08-06T12:00:00.000Z',
  };
  const cells = new Map(exportedPatient(patient).map((cell, at) => [PATIENT_EXPORT_HEADINGS[at] ?? '', cell]));
  expect([cells.get('preferred'), cells.get('refused')]).toEqual(['LETTER', 'SMS APP']);
  expect(readPatientRow(cells, '2026-11-30').value['communication']).toMatchObject(WISHES);
});
