import { capitalised } from '#domain/base/capitalised.ts';
import * as v from 'valibot';
import { LIST_NAME_MOST, SPECIALITY_MOST } from '#domain/organisation/organisation.ts';
import { IdentityLine, SingleLine, Uuid } from '#domain/values/text.ts';

/** Longest first and last name of a member of staff, characters (spec §9). */
export const STAFF_NAME_MOST = 35;
/** Digits of a staff phone number (spec §9). */
export const PHONE_LENGTH = 11;
/** Characters up to which a line of the profile is read at all; its own rule then says more [choice]. */
const STAFF_LINE_MOST = 40;
/** Length of a GMC, NMC or GOC number (spec §9). */
export const REGISTRATION_LENGTH = { least: 7, most: 10 } as const;
/** Letters typed before organisations are looked for (spec §9). */
export const ORGANISATION_SEARCH_LEAST = 2;

/** The labels of the profile's fields, as every message and every form says them. */
export const STAFF_LABELS = {
  firstName: 'First Name',
  lastName: 'Last Name',
  phoneNumber: 'Phone Number',
  grade: 'Grade',
  organisation: 'Organisation',
  speciality: 'Speciality',
  specialityID: 'Speciality',
  consultantCode: 'Registration Number',
} as const;

const name = (label: string, letters: RegExp, rule: string) =>
  v.pipe(
    IdentityLine({ label, least: 1, most: STAFF_NAME_MOST }),
    v.regex(letters, `The ${label} may only contain ${rule}`),
    v.transform(capitalised),
  );

const CODE_RULE = `The ${STAFF_LABELS.consultantCode} must be ${REGISTRATION_LENGTH.least} to ${REGISTRATION_LENGTH.most} characters`;

/** The profile of a member of staff (spec §5 Update profile). "Letters" are Unicode letters [choice]. */
export const StaffProfile = v.strictObject({
  firstName: name(STAFF_LABELS.firstName, /^[\p{L}\p{M}][\p{L}\p{M} ]*$/u, 'letters and spaces'),
  lastName: name(STAFF_LABELS.lastName, /^[\p{L}\p{M}]+$/u, 'letters'),
  phoneNumber: v.pipe(
    IdentityLine({ label: STAFF_LABELS.phoneNumber, least: 1, most: STAFF_LINE_MOST }),
    v.regex(/^\d{11}$/, `The ${STAFF_LABELS.phoneNumber} must be exactly ${PHONE_LENGTH} digits`),
    v.regex(/^0/, `The ${STAFF_LABELS.phoneNumber} must be a phone number that starts with 0`),
  ),
  grade: SingleLine({ label: STAFF_LABELS.grade, least: 1, most: LIST_NAME_MOST, missing: 'Choose a grade' }),
  organisation: v.pipe(
    v.array(Uuid, 'Choose an organisation'),
    v.minLength(1, 'Choose an organisation'),
    v.maxLength(1, `Only one ${STAFF_LABELS.organisation} may be selected`),
  ),
  speciality: SingleLine({ label: STAFF_LABELS.speciality, least: 1, most: SPECIALITY_MOST, missing: 'Choose a speciality' }),
  specialityID: Uuid,
  consultantCode: v.pipe(
    IdentityLine({ label: STAFF_LABELS.consultantCode, least: 1, most: STAFF_LINE_MOST }),
    v.regex(/^[A-Za-z0-9]+$/, `The ${STAFF_LABELS.consultantCode} may only contain letters and digits`),
    v.minLength(REGISTRATION_LENGTH.least, CODE_RULE),
    v.maxLength(REGISTRATION_LENGTH.most, CODE_RULE),
  ),
});
export type StaffProfile = v.InferOutput<typeof StaffProfile>;

/** A phone number as people type it, with spaces or +44, made what the wire takes; what is no such number stays as it is. */
export function plainPhone(input: string): string {
  const digits = input.replaceAll(/[\s().-]/g, '');
  return digits.startsWith('+44') ? `0${digits.slice(3).replace(/^0/, '')}` : digits;
}
