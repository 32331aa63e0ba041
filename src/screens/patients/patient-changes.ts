import { isSameValue } from '#domain/base/canonical.ts';
import type { PatientField } from '#domain/patients/patient-fields.ts';
import { EMPTY_PATIENT, type PatientChange, type PatientDraft } from '#domain/patients/patient.ts';

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
