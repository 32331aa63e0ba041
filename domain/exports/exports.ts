import { PATIENT_FIELDS, PATIENT_FORM_ORDER, type PatientFormField } from '#domain/patients/patient-fields.ts';
import type { Patient } from '#domain/patients/patient.ts';

/** The kinds of file that a list is exported as. */
export const EXPORT_FORMATS = ['CSV', 'XLSX'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Fields that exports have had only since others read them: they stand last, as programs may read a file by the places of its columns. */
const LATER_FIELDS = ['nameInLatin', 'preferred', 'refused'] as const satisfies PatientFormField[];
const FIRST_FIELDS = PATIENT_FORM_ORDER.filter((field) => !LATER_FIELDS.some((later) => later === field));

/** The headings of exported patients: those that an import reads (interop §1), and the patient's short number. */
export const PATIENT_EXPORT_HEADINGS: readonly string[] = ['recordID', ...FIRST_FIELDS, 'status', ...LATER_FIELDS];

/** One patient under {@link PATIENT_EXPORT_HEADINGS}, in the words that an import reads back. */
export function exportedPatient(patient: Patient): string[] {
  const cells = (fields: readonly PatientFormField[]) => fields.map((field) => cellOf(valueOf(patient, field)));
  return [patient.recordID ?? '', ...cells(FIRST_FIELDS), patient.status, ...cells(LATER_FIELDS)];
}

function valueOf(patient: Patient, field: PatientFormField): unknown {
  if (field in PATIENT_FIELDS) return Reflect.get(patient, field);
  return Reflect.get(patient.communication, field);
}

/** Fields of a patient are texts, lists of such, yes or no, or empty. */
function cellOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(' ');
  return typeof value === 'string' ? value : '';
}
