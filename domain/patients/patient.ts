import * as v from 'valibot';
import {
  applyFieldChanges,
  emptyOf,
  fieldEntries,
  markedFields,
  type Changes,
  type MarkedField,
  type Values,
} from '#domain/values/field.ts';
import { PATIENT_FIELDS } from './patient-fields.ts';
import { PATIENT_STATUSES } from '#domain/base/states.ts';
import { Instant, Uuid } from '#domain/values/text.ts';

/** A patient as staff enter one. */
export const PatientDraft = v.strictObject(fieldEntries(PATIENT_FIELDS, 'draft'));
export type PatientDraft = v.InferOutput<typeof PatientDraft>;

/** An edit: absent leaves the stored value, null empties it. */
export const PatientChange = v.strictObject(fieldEntries(PATIENT_FIELDS, 'change'));
export type PatientChange = v.InferInput<typeof PatientChange>;

const PatientParts = v.object({
  id: Uuid,
  recordID: v.nullable(v.string()),
  ...fieldEntries(PATIENT_FIELDS, 'stored'),
  organisationID: Uuid,
  status: v.picklist(PATIENT_STATUSES),
  mergedInto: v.nullable(Uuid),
  /** of a merged patient: the record in use, at the end of the chain of merges; absent in copies that tablets stored before */
  survivorID: v.optional(v.nullable(Uuid)),
  mergedAt: v.optional(v.nullable(Instant)),
  /** this answer leaves out contact details that the record may have: empty fields of theirs then mean nothing; else absent */
  contactHidden: v.optional(v.literal(true)),
  version: v.number(),
  createdAt: Instant,
  updatedAt: Instant,
});
type Parts = typeof PatientParts;
// An interface, so that declarations name the schema: written out, the table of calls is longer than the compiler takes.
// oxlint-disable-next-line typescript/consistent-type-definitions -- a type is written out
export interface PatientSchema extends Parts {}
/** A patient in the shape of the wire. `recordID` is the organisation's short readable number, null until the server has assigned one. */
export const Patient: PatientSchema = PatientParts;
export type Patient = v.InferOutput<PatientSchema>;

/** The stored values of the fields that staff fill in. */
export type PatientValues = Values<typeof PATIENT_FIELDS>;
export type Communication = PatientValues['communication'];

/** A patient of whom nothing was entered. */
export const EMPTY_PATIENT: PatientValues = emptyOf(PATIENT_FIELDS);

/** The stored values after an edit, or of a new patient; device and server share this function. */
export function patientValues(change: Changes<typeof PATIENT_FIELDS>, before: PatientValues = EMPTY_PATIENT): PatientValues {
  return applyFieldChanges(PATIENT_FIELDS, change, before);
}

/** The identifying fields: conflicting values of these are never merged automatically. */
export const GUARDED_PATIENT_FIELDS = markedFields(PATIENT_FIELDS, 'isGuarded');

/** The fields that every signer of a form sees; {@link ShownPatient} has exactly these, or it does not compile. */
export type ShownPatientField = MarkedField<typeof PATIENT_FIELDS, 'isShownToSigner'>;
