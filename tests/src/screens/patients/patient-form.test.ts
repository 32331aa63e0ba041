import {
  EMPTY_FORM,
  patientFieldOfPath,
  patientFormOf,
  readPatientForm,
  type PatientForm,
} from '#src/screens/patients/patient-form.ts';
import { EMPTY_PATIENT, type Patient } from '#domain/patients/patient.ts';
import { expect, test } from 'vitest';

const TODAY = '2026-08-06';
const filled: PatientForm = {
  ...EMPTY_FORM,
  lastName: 'Demo-Rowan',
  firstName: 'Amber',
  dateOfBirth: '1950-03-14',
  nhsNumber: '9990000018',
  interpreterNeeded: 'NO',
};
const problemsOf = (form: PatientForm) => readPatientForm(form, TODAY).problems;

test('a last name, a birth date and an answer about an interpreter are enough for a patient', () => {
  const { draft } = readPatientForm({ ...EMPTY_FORM, lastName: '王', dateOfBirth: '1979-11-30', interpreterNeeded: 'NO' }, TODAY);
  expect(draft).toMatchObject({ lastName: '王', firstName: '', nhsNumber: null, emailAddress: null });
});

test('an empty form says what is required, from top to bottom', () => {
  expect(problemsOf(EMPTY_FORM)).toEqual([
    { field: 'lastName', message: 'Enter the last name' },
    { field: 'dateOfBirth', message: 'Enter the date of birth' },
    { field: 'interpreterNeeded', message: 'Choose an answer for “Interpreter needed”' },
  ]);
});

test('a mistyped NHS number is reported at its field and never corrected', () => {
  expect(problemsOf({ ...filled, nhsNumber: '9990000019' })).toEqual([
    { field: 'nhsNumber', message: 'The NHS number is not valid: please check each digit' },
  ]);
});

test('nobody is born on a day that does not exist, or in the future', () => {
  expect(problemsOf({ ...filled, dateOfBirth: '2025-02-29' })[0]?.field).toBe('dateOfBirth');
  expect(problemsOf({ ...filled, dateOfBirth: '2027-01-01' })).toEqual([
    { field: 'dateOfBirth', message: 'The Date of birth must not be in the future' },
  ]);
});

test('one field has one sentence, however much is wrong with it', () => {
  const fields = problemsOf({ ...filled, nhsNumber: '12', emailAddress: 'a b', phoneNumber: 'x' }).map(({ field }) => field);
  expect(fields).toEqual(['nhsNumber', 'phoneNumber', 'emailAddress']);
});

test('a saved patient opens in the form and reads back as the same patient', () => {
  const { draft } = readPatientForm(filled, TODAY);
  if (draft === null) throw new Error('the form is whole');
  const patient: Patient = {
    ...EMPTY_PATIENT,
    id: '0198abcd-ef01-7fff-bfff-ffffffffffff',
    recordID: 'P-000412',
    firstName: draft.firstName,
    lastName: draft.lastName,
    dateOfBirth: draft.dateOfBirth,
    nhsNumber: draft.nhsNumber ?? null,
    communication: { language: 'pl', interpreterNeeded: true, format: 'LARGE_PRINT', preferred: null, refused: [] },
    organisationID: '0198abcd-ef01-7fff-bfff-fffffffffffe',
    status: 'ACTIVE',
    mergedInto: null,
    version: 1,
    createdAt: '2026-08-06T12:00:00.000Z',
    updatedAt: '2026-08-06T12:00:00.000Z',
  };
  const read = readPatientForm(patientFormOf(patient), TODAY);
  expect(read.draft).toMatchObject({ ...draft, communication: patient.communication });
});

test('a refusal of the server stands at the field that it is about', () => {
  expect(patientFieldOfPath('communication.language')).toBe('language');
  expect(patientFieldOfPath('dateOfBirth')).toBe('dateOfBirth');
  expect(patientFieldOfPath('version')).toBeNull();
});
