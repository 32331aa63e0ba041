import * as v from 'valibot';
import { grouped, nullable, required, withDefault, type Fields, type FormFieldName } from '#domain/values/field.ts';
import { NhsNumber } from '#domain/values/nhs-number-field.ts';
import { isRoundedNumber, ROUNDED } from '#domain/values/rounded-number.ts';
import { BirthDate } from '#domain/values/date-fields.ts';
import { AddressLines, EmailAddress, IdentityLine } from '#domain/values/text.ts';
import { NAME_IN_LATIN_MOST, PHONE_MOST } from '#domain/values/text-limits.ts';
import { COMMUNICATION, keysOf } from './communication.ts';

/** Characters of a patient’s last name [choice]. */
export const PATIENT_LAST_NAME_MOST = 100;
/** Characters of a patient’s first name [choice]. */
export const PATIENT_FIRST_NAME_MOST = 100;
/** Characters of a hospital number [choice]. */
const HOSPITAL_NUMBER_MOST = 30;
/** Characters of a patient’s address, all lines together [choice]. */
export const PATIENT_ADDRESS_MOST = 500;

const SEXES = { FEMALE: 'Female', MALE: 'Male', INTERSEX: 'Intersex', NOT_STATED: 'Not stated' };

/**
 * Every field of a patient that staff may fill in: draft, edit, stored shape, form, words, columns and merges follow from this table.
 * A new field is a line here, its place in PATIENT_SECTIONS, and a migration that adds its column.
 * Names are never restricted to letters: a one-word name is a last name.
 */
export const PATIENT_FIELDS = {
  firstName: {
    label: 'First name',
    control: { kind: 'text' },
    isOptional: true,
    ...withDefault({
      schema: IdentityLine({ label: 'First name', most: PATIENT_FIRST_NAME_MOST }),
      stored: v.string(),
      empty: '',
    }),
    column: 'first_name',
    isGuarded: true,
    isShownToSigner: true,
  },
  lastName: {
    label: 'Last name',
    control: { kind: 'text' },
    hint: 'If the patient has only one name, put it here.',
    ...required(IdentityLine({ label: 'Last name', least: 1, most: PATIENT_LAST_NAME_MOST })),
    column: 'last_name',
    isGuarded: true,
    isShownToSigner: true,
  },
  nameInLatin: {
    label: 'Name in Latin letters',
    control: { kind: 'text' },
    hint: 'Documents have no letters for this name. They print this instead; the record keeps the name as it is.',
    isOptional: true,
    ...withDefault({
      schema: IdentityLine({ label: 'Name in Latin letters', most: NAME_IN_LATIN_MOST }),
      stored: v.string(),
      empty: '',
    }),
    column: 'name_in_latin',
    isGuarded: false,
    isShownToSigner: false,
  },
  dateOfBirth: {
    label: 'Date of birth',
    control: { kind: 'date' },
    hint: 'For example 14 3 1950',
    ...required(BirthDate),
    column: 'date_of_birth',
    isGuarded: true,
    isShownToSigner: true,
  },
  nhsNumber: {
    label: 'NHS number',
    control: { kind: 'nhsNumber' },
    hint: '10 digits',
    isOptional: true,
    ...nullable(NhsNumber, v.string()),
    column: 'nhs_number',
    isGuarded: true,
    isShownToSigner: true,
  },
  hospitalNumber: {
    label: 'Hospital number',
    control: { kind: 'text' },
    isOptional: true,
    ...nullable(
      v.pipe(
        IdentityLine({ label: 'Hospital number', least: 1, most: HOSPITAL_NUMBER_MOST }),
        v.check((text) => !isRoundedNumber(text), ROUNDED),
      ),
      v.string(),
    ),
    column: 'hospital_number',
    isGuarded: true,
    isShownToSigner: true,
  },
  sex: {
    label: 'Sex',
    control: { kind: 'select', options: SEXES },
    isOptional: true,
    ...nullable(v.picklist(keysOf(SEXES), `The Sex must be one of ${keysOf(SEXES).join(', ')}`), v.picklist(keysOf(SEXES))),
    column: 'sex',
    isGuarded: false,
    isShownToSigner: false,
  },
  emailAddress: {
    label: 'Email',
    control: { kind: 'email' },
    isOptional: true,
    ...nullable(EmailAddress, v.string()),
    column: 'email',
    isGuarded: false,
    isShownToSigner: false,
  },
  phoneNumber: {
    label: 'Phone number',
    control: { kind: 'tel' },
    isOptional: true,
    ...nullable(
      v.pipe(
        IdentityLine({ label: 'Phone number', least: 1, most: PHONE_MOST }),
        v.check((text) => !isRoundedNumber(text), ROUNDED),
        v.regex(/^\+?[0-9 ()-]{5,}$/, 'The Phone number must be a phone number'),
      ),
      v.string(),
    ),
    column: 'phone',
    isGuarded: false,
    isShownToSigner: false,
  },
  address: {
    label: 'Address',
    control: { kind: 'prose' },
    isOptional: true,
    ...nullable(AddressLines({ label: 'Address', least: 1, most: PATIENT_ADDRESS_MOST }), v.string()),
    column: 'address',
    isGuarded: false,
    isShownToSigner: false,
  },
  communication: {
    label: 'How they read and hear',
    ...grouped(COMMUNICATION),
    column: 'communication',
    isGuarded: false,
    isShownToSigner: false,
  },
  restricted: {
    label: 'Hide address, telephone and email',
    control: { kind: 'check' },
    hint: 'For somebody who must not be found. Only staff who may change patients see these details, and no tablet stores them.',
    ...withDefault({
      schema: v.boolean('The Hide address, telephone and email must be yes or no'),
      stored: v.boolean(),
      empty: false,
    }),
    column: 'restricted',
    isGuarded: false,
    isShownToSigner: false,
  },
} as const satisfies Fields;

export type PatientField = keyof typeof PATIENT_FIELDS;
export type PatientFormField = FormFieldName<typeof PATIENT_FIELDS>;

/** The fields of a form from top to bottom, under their headings. */
export const PATIENT_SECTIONS = [
  { title: 'Who it is', fields: ['lastName', 'firstName', 'nameInLatin', 'dateOfBirth', 'nhsNumber', 'hospitalNumber', 'sex'] },
  { title: 'How to reach them', fields: ['phoneNumber', 'emailAddress', 'address', 'preferred', 'refused', 'restricted'] },
  { title: 'How they read and hear', fields: ['language', 'interpreterNeeded', 'format'] },
] as const satisfies readonly { readonly title: string; readonly fields: readonly PatientFormField[] }[];

type Unplaced = Exclude<PatientFormField, (typeof PATIENT_SECTIONS)[number]['fields'][number]>;
/** The fields from top to bottom; one that stands under no heading does not compile. */
export const PATIENT_FORM_ORDER: readonly PatientFormField[] = PATIENT_SECTIONS.flatMap(({ fields }) => [...fields]) satisfies [
  Unplaced,
] extends [never]
  ? unknown
  : { readonly unplaced: Unplaced };
