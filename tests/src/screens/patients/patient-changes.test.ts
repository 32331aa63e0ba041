import type { Patient, PatientDraft } from '#domain/patients/patient.ts';
import { patientChanges, storedDraftOf } from '#src/screens/patients/patient-changes.ts';
import { patientFormOf, readPatientForm } from '#src/screens/patients/patient-form.ts';
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

test('a name of before that holds letters that show nothing is changed by entering it anew', () => {
  const today = '2026-08-06';
  const stored = { ...before, nameInLatin: null, emailAddress: null, address: null, sex: null } as unknown as Patient;
  const change = (patient: Patient) => {
    const { draft } = readPatientForm(patientFormOf(patient), today);
    return patientChanges(storedDraftOf(patient, today), draft!);
  };
  expect(change(stored)).toEqual({});
  expect(change({ ...stored, firstName: 'Am\u200bber' })).toEqual({ firstName: 'Amber' });
  // A non-joiner that a script needs is no such letter.
  expect(change({ ...stored, firstName: 'علی\u200cرضا' })).toEqual({});
});
