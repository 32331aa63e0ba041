import type { PatientDraft } from '#domain/patients/patient.ts';
import { patientChanges } from '#src/screens/patients/patient-changes.ts';
import { expect, test } from 'vitest';

const before: PatientDraft = {
  firstName: 'Amber',
  nameInLatin: '',
  lastName: 'Demo-Rowan',
  dateOfBirth: '1950-03-14',
  nhsNumber: '9990000018',
  phoneNumber: '01000 000000',
  communication: { language: 'en', interpreterNeeded: false, format: 'STANDARD' },
  restricted: false,
};

test('an edit sends only what was changed, so that it cannot undo what it never showed', () => {
  expect(patientChanges(before, { ...before, lastName: 'Demo-Oak' })).toEqual({ lastName: 'Demo-Oak' });
});

test('a field that was emptied is sent as empty, not left out', () => {
  expect(patientChanges(before, { ...before, phoneNumber: null })).toEqual({ phoneNumber: null });
});

test('an edit that changed nothing sends nothing', () => {
  expect(patientChanges(before, { ...before })).toEqual({});
});

test('how somebody reads and hears travels as one', () => {
  const communication = { language: 'pl', interpreterNeeded: true, format: 'STANDARD' } as const;
  expect(patientChanges(before, { ...before, communication })).toEqual({ communication });
});
