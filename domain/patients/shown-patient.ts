import * as v from 'valibot';
import type { PatientValues, ShownPatientField } from './patient.ts';

// Written out, with types alone from the table of fields: the signer's first page loads this and not the table.
const entries = {
  firstName: v.string(),
  lastName: v.string(),
  dateOfBirth: v.string(),
  nhsNumber: v.nullable(v.string()),
  hospitalNumber: v.nullable(v.string()),
} satisfies { [F in ShownPatientField]: v.GenericSchema<PatientValues[F]> };

/** The patient as every signer of a form sees it: the fields that the table marks as shown to the signer. */
export const ShownPatient = v.object(entries);
export type ShownPatient = v.InferOutput<typeof ShownPatient>;

/** The shown fields and no others: a wider object cannot change the digest by accident. */
export function shownPatientOf({ firstName, lastName, dateOfBirth, nhsNumber, hospitalNumber }: ShownPatient): ShownPatient {
  return { firstName, lastName, dateOfBirth, nhsNumber, hospitalNumber };
}
