import { toColumns, type Changes } from '#domain/values/field.ts';
import { PATIENT_FIELDS } from '#domain/patients/patient-fields.ts';
import { patientValues } from '#domain/patients/patient.ts';
import type { PatientStatus } from '#domain/base/states.ts';
import { derivedColumns } from '#server/data/patient-search.ts';
import type { PatientInsert } from './patients.ts';

type NewPatient = {
  readonly organisationId: string;
  readonly id: string;
  readonly number: number;
  readonly status?: Exclude<PatientStatus, 'MERGED'>;
  readonly now: string;
  readonly createdBy: string;
};

/** The row of a patient who is entered now, with these fields. */
export function newPatientRow(
  { organisationId, id, number, status = 'ACTIVE', now, createdBy }: NewPatient,
  fields: Changes<typeof PATIENT_FIELDS>,
): PatientInsert {
  const draft = {
    organisation_id: organisationId,
    id,
    number,
    ...toColumns(PATIENT_FIELDS, patientValues(fields)),
    status,
    merged_into: null,
    version: 1,
    created_at: now,
    updated_at: now,
    created_by: createdBy,
  };
  return { ...draft, ...derivedColumns(draft) };
}
