import { DUPLICATE_REASONS } from '#domain/patients/likely-duplicates.ts';
import { ShownPatient } from '#domain/patients/shown-patient.ts';
import { PATIENT_STATUSES } from '#domain/base/states.ts';
import { Uuid } from '#domain/values/text.ts';
import * as v from 'valibot';

/** A record that may be of the same person, until somebody decides: as a list shows it, without contact details. */
export const UndecidedDuplicate = v.object({
  reason: v.picklist(DUPLICATE_REASONS),
  patient: v.object({
    ...ShownPatient.entries,
    id: Uuid,
    recordID: v.nullable(v.string()),
    status: v.picklist(PATIENT_STATUSES),
  }),
});
export type UndecidedDuplicate = v.InferOutput<typeof UndecidedDuplicate>;
