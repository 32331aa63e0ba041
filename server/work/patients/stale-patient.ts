import { Refused } from '#server/api-error.ts';
import type { PatientRow } from '#server/data/patients/patients.ts';
import { patientsFor, type PatientReader } from '#server/policies/restricted.ts';

/** The refusal of a change to an older state of a patient, with the present one as this reader may see it. */
export function stalePatient(reader: PatientReader, row: PatientRow): Refused {
  return new Refused('VERSION_CONFLICT', { data: { current: patientsFor(reader)(row) }, shows: { patient: row.id } });
}
