import { DUPLICATE_REASONS } from '#domain/patients/likely-duplicates.ts';
import { PATIENT_STATUSES } from '#domain/base/states.ts';
import { Uuid } from '#domain/values/text.ts';
import * as v from 'valibot';

/** A record that may be of the same person: as a list shows it, without contact details. */
export const PatientAlike = v.object({
  reason: v.picklist(DUPLICATE_REASONS),
  patient: v.object({
    id: Uuid,
    recordID: v.nullable(v.string()),
    firstName: v.string(),
    lastName: v.string(),
    dateOfBirth: v.string(),
    nhsNumber: v.nullable(v.string()),
    hospitalNumber: v.nullable(v.string()),
    status: v.picklist(PATIENT_STATUSES),
  }),
});
export type PatientAlike = v.InferOutput<typeof PatientAlike>;
