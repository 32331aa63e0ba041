import * as v from 'valibot';
import { PATIENT_FIELDS } from '#domain/patients/patient-fields.ts';
import { NhsNumber } from '#domain/values/nhs-number-field.ts';
import { Prose, SingleLine, Uuid } from '#domain/values/text.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { IdentityAcceptance, IdentityValues } from '#domain/patients/identity-check.ts';
import { get, post } from '#contract/engine/define.ts';
import { ExpectedVersion } from '#contract/engine/expected-version.ts';
import { DataOf } from '#contract/engine/shapes.ts';
import { Consent } from '#contract/shapes/record-shapes.ts';

/** Characters of a SHA-256, which are more than those of a printed code. */
const FORM_AT_HAND_MOST = 64;

/** The identity of a record, as a screen showed it. */
const RecordAsShown = v.strictObject({
  firstName: PATIENT_FIELDS.firstName.draft,
  lastName: PATIENT_FIELDS.lastName.draft,
  dateOfBirth: PATIENT_FIELDS.dateOfBirth.draft,
  nhsNumber: v.nullable(NhsNumber),
});

/** The person of a form that was found by its code or its file, beside the record that names its patient otherwise by now. */
export const FormIdentity = v.object({
  consentID: Uuid,
  form: IdentityValues,
  record: IdentityValues,
  /** the records of accounts that the form is about this patient, oldest first */
  acceptances: v.array(IdentityAcceptance),
});
export type FormIdentity = v.InferOutput<typeof FormIdentity>;

/** The person of a signed form, where the record names its patient otherwise by now. */
export const identity = {
  recordAcceptIdentity: post('record/acceptIdentity', {
    holds: { answer: 'record', refusals: 'record' },
    access: ['consents.sign', 'consents.confirm'],
    summary:
      'Records that a signed form is about its patient, though the record names them otherwise by now; `record` holds the values of the record as they were shown, and others are refused. The first account needs consents.sign. Where a birth date or an NHS number changed, or two of name, birth date and number differ, a second account records the same, neither the first nor the one that made the change.',
    input: v.strictObject({
      consentID: Uuid,
      version: ExpectedVersion,
      record: RecordAsShown,
      reason: Prose({ label: 'Reason', least: 1, most: NOTE_MOST }),
    }),
    output: DataOf(Consent),
  }),
  recordFormIdentity: get('record/formIdentity', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['patients.read'],
    summary:
      'Whom a sealed form names and whom the record names, for staff who check the form: `form` is its printed code or the SHA-256 of its file; null where both name one person, and for a form of another organisation or one that is not known. The checks for anybody, `verify/{code}` and `verify`, say nothing about a patient.',
    input: v.strictObject({ form: SingleLine({ label: 'Form', least: 1, most: FORM_AT_HAND_MOST }) }),
    output: DataOf(v.nullable(FormIdentity)),
  }),
};
