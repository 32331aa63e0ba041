import * as v from 'valibot';
import { PATIENT_FIELDS } from '#domain/patients/patient-fields.ts';
import { NhsNumber } from '#domain/values/nhs-number-field.ts';
import { Prose, Uuid } from '#domain/values/text.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { post } from '#contract/engine/define.ts';
import { ExpectedVersion } from '#contract/engine/expected-version.ts';
import { DataOf } from '#contract/engine/shapes.ts';
import { Consent } from '#contract/shapes/record-shapes.ts';

/** The identity of a record, as a screen showed it. */
const RecordAsShown = v.strictObject({
  firstName: PATIENT_FIELDS.firstName.draft,
  lastName: PATIENT_FIELDS.lastName.draft,
  dateOfBirth: PATIENT_FIELDS.dateOfBirth.draft,
  nhsNumber: v.nullable(NhsNumber),
});

/** The person of a signed form, where the record names its patient otherwise by now. */
export const identity = {
  recordAcceptIdentity: post('record/acceptIdentity', {
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
};
