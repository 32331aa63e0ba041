import { isSameValue } from '#domain/base/canonical.ts';
import type { PatientField } from '#domain/patients/patient-fields.ts';
import { EMPTY_PATIENT, type Patient, type PatientChange, type PatientDraft } from '#domain/patients/patient.ts';
import { withoutInvisibles } from '#domain/values/invisibles.ts';
import { patientFormOf, readPatientForm } from './patient-form.ts';

/**
 * The fields that differ, for a call with partial input; empty when nothing changed.
 *
 * @param before - as last saved; a missing field counts as different
 * @param after - the intended values
 */
export function patientChanges(before: Partial<PatientDraft>, after: PatientDraft): PatientChange {
  const differs = (field: PatientField) =>
    before[field] === undefined ? after[field] !== undefined : !isSameValue(before[field], after[field]);
  // Object.keys forgets the names of the fields.
  const changed = (Object.keys(EMPTY_PATIENT) as PatientField[]).filter(differs);
  // Each field has its own value; fromEntries forgets which.
  return Object.fromEntries(changed.map((field) => [field, after[field] ?? EMPTY_PATIENT[field]] as const)) as PatientChange;
}

const NAMES = ['firstName', 'lastName', 'nameInLatin', 'hospitalNumber'] as const;

/**
 * A patient as the form is compared with it: read as the form is, but a name or number that holds letters that show nothing stays as it is
 * stored. To enter it anew is then a change.
 *
 * @param today - plain date
 */
export function storedDraftOf(patient: Patient, today: string): Partial<PatientDraft> {
  const stored = { ...readPatientForm(patientFormOf(patient), today).draft };
  for (const name of NAMES) {
    const text = patient[name];
    if (typeof text === 'string' && withoutInvisibles(text) !== text) stored[name] = text;
  }
  return stored;
}
