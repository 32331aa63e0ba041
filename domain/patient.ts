import * as v from 'valibot';
import { PATIENT_FIRST_NAME_MOST, PATIENT_LAST_NAME_MOST } from './limits.ts';
import { NhsNumber } from './nhs-number.ts';
import { BirthDate } from './plain-date.ts';
import { PATIENT_STATUSES } from './states.ts';
import { EmailAddress, Instant, Line, Prose, Uuid } from './text.ts';

export const READING_FORMATS = ['STANDARD', 'LARGE_PRINT', 'EASY_READ', 'READ_ALOUD'] as const;
export const SEXES = ['FEMALE', 'MALE', 'INTERSEX', 'NOT_STATED'] as const;

/** How a patient reads and hears. `language` is a BCP 47 tag. */
export const Communication = v.strictObject({
  language: v.optional(
    v.pipe(
      v.string('The Language must be text'),
      v.regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'The Language must be a language tag like en or pl'),
    ),
    'en',
  ),
  interpreterNeeded: v.optional(v.boolean('The Interpreter needed must be yes or no'), false),
  format: v.optional(v.picklist(READING_FORMATS, `The Reading format must be one of ${READING_FORMATS.join(', ')}`), 'STANDARD'),
});
export type Communication = v.InferOutput<typeof Communication>;

/** The fields of a patient that staff may fill in. Names are never restricted to letters: a one-word name is a last name. */
export const PatientFields = {
  firstName: v.optional(Line({ label: 'First name', most: PATIENT_FIRST_NAME_MOST }), ''),
  lastName: Line({ label: 'Last name', least: 1, most: PATIENT_LAST_NAME_MOST }),
  dateOfBirth: BirthDate,
  nhsNumber: v.optional(v.nullable(NhsNumber)),
  hospitalNumber: v.optional(v.nullable(Line({ label: 'Hospital number', least: 1, most: 30 }))),
  sex: v.optional(v.nullable(v.picklist(SEXES, `The Sex must be one of ${SEXES.join(', ')}`))),
  emailAddress: v.optional(v.nullable(EmailAddress)),
  phoneNumber: v.optional(
    v.nullable(
      v.pipe(
        Line({ label: 'Phone number', least: 1, most: 30 }),
        v.regex(/^\+?[0-9 ()-]{5,}$/, 'The Phone number must be a phone number'),
      ),
    ),
  ),
  address: v.optional(v.nullable(Prose({ label: 'Address', least: 1, most: 500 }))),
  communication: v.optional(Communication),
};

export const PatientDraft = v.strictObject(PatientFields);
export type PatientDraft = v.InferOutput<typeof PatientDraft>;

/** A patient as the server tells it. `recordID` is the organisation's short readable number, null until the server gave one. */
export const Patient = v.object({
  id: Uuid,
  recordID: v.nullable(v.string()),
  firstName: v.string(),
  lastName: v.string(),
  dateOfBirth: v.string(),
  nhsNumber: v.nullable(v.string()),
  hospitalNumber: v.nullable(v.string()),
  sex: v.nullable(v.picklist(SEXES)),
  emailAddress: v.nullable(v.string()),
  phoneNumber: v.nullable(v.string()),
  address: v.nullable(v.string()),
  communication: v.object({ language: v.string(), interpreterNeeded: v.boolean(), format: v.picklist(READING_FORMATS) }),
  organisationID: Uuid,
  status: v.picklist(PATIENT_STATUSES),
  mergedInto: v.nullable(Uuid),
  version: v.number(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Patient = v.InferOutput<typeof Patient>;

/** A patient as said on a screen's identity bar: `DEMO-ROWAN, Amber`; a one-word name is the last name alone. */
export function formalName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  const family = lastName.toLocaleUpperCase('en-GB');
  return firstName === '' ? family : `${family}, ${firstName}`;
}

/** A patient as spoken to: `Amber Demo-Rowan`. */
export function spokenName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return firstName === '' ? lastName : `${firstName} ${lastName}`;
}

/** Whether a new consent may be started for someone with this status; a deceased or merged patient takes none. */
export function takesConsent(status: (typeof PATIENT_STATUSES)[number]): boolean {
  return status === 'ACTIVE' || status === 'INACTIVE';
}

/** Which statuses may follow: everything can be put right except a merge, which is undone by an administrator's correction only. */
export function nextPatientStatuses(status: (typeof PATIENT_STATUSES)[number]): readonly (typeof PATIENT_STATUSES)[number][] {
  return status === 'MERGED' ? [] : PATIENT_STATUSES.filter((each) => each !== status);
}
