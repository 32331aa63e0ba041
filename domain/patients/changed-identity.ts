import { PATIENT_FIELDS } from './patient-fields.ts';
import type { ShownPatientField } from './patient.ts';
import { shownPatientOf, type ShownPatient } from './shown-patient.ts';

/** The labels of what a form says of its patient and the record no longer does, in the order of the form; none where both agree. */
export function changedIdentity(form: ShownPatient, record: ShownPatient): string[] {
  const [shown, now] = [shownPatientOf(form), shownPatientOf(record)];
  // Its keys are the fields of the type.
  const fields = Object.keys(shown) as ShownPatientField[];
  return fields.filter((field) => shown[field] !== now[field]).map((field) => PATIENT_FIELDS[field].label);
}
