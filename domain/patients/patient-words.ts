import { counted } from '#domain/base/counted.ts';
import type { Fields, FormField } from '#domain/values/field.ts';
import { controlWords, formFieldsOf } from '#domain/values/field-form.ts';
import { spacedNhsNumber } from '#domain/values/nhs-number.ts';
import type { DuplicateReason } from './likely-duplicates.ts';
import { PATIENT_FIELDS, type PatientFormField } from './patient-fields.ts';
import type { HistoryField } from './patient-history.ts';
import { ageOn } from '#domain/values/plain-date.ts';
import { DAY } from '#domain/base/limits.ts';

/** Why two records may be of one person, as people read it. */
export const DUPLICATE_REASON_WORDS: Readonly<Record<DuplicateReason, string>> = {
  NHS_NUMBER: 'Same NHS number',
  NAME_AND_BIRTH: 'Same last name and date of birth',
  HOSPITAL_NUMBER: 'Same hospital number',
};

/** Each box of a patient's form, with its label, control and hint. */
export const PATIENT_FORM_FIELDS = formFieldsOf(PATIENT_FIELDS);

/** A box of the form by its name; undefined where a patient has none of this name. */
export function patientFormField(name: string): FormField | undefined {
  const known: Readonly<Record<string, FormField>> = PATIENT_FORM_FIELDS;
  return known[name];
}

/** The label of a field of the wire, or of one of its parts; undefined where a patient has none of this name. */
export function patientFieldLabel(name: string): string | undefined {
  const fields: Fields = PATIENT_FIELDS;
  return (fields[name] ?? patientFormField(name))?.label;
}

/** The label of a field of the history. */
export function historyFieldLabel(field: HistoryField): string {
  if (field === 'status') return 'Status';
  return field === 'mergedInto' ? 'Merged into' : PATIENT_FORM_FIELDS[field].label;
}

/** A field's text as people read it; empty where nothing is known. */
export function patientFieldWords(field: PatientFormField, text: string): string {
  return text === '' ? '' : controlWords(PATIENT_FORM_FIELDS[field].control, text);
}

type Numbered = { nhsNumber: string | null; recordID: string | null };

/** The numbers under a name, each of which must not be broken: `NHS 999 000 0018` and `P-000412`. */
export function numbersOf({ nhsNumber, recordID }: Numbered): readonly string[] {
  const nhs = nhsNumber === null ? 'No NHS number' : `NHS ${spacedNhsNumber(nhsNumber)}`;
  return recordID === null ? [nhs] : [nhs, recordID];
}

/** The numbers in one line: `NHS 999 000 0018 · P-000412`. */
export function numbersInWords(patient: Numbered): string {
  return numbersOf(patient).join(' · ');
}

/** An age as staff say it: `76 years`, under two years in months, under one month in days. Both are plain dates. */
export function ageInWords(birth: string, on: string): string {
  if (on < birth) return 'not born yet';
  const years = ageOn(birth, on);
  if (years >= 2) return `${years} years`;
  const months = monthsBetween(birth, on);
  return months >= 1 ? counted(months, 'month') : counted(daysBetween(birth, on), 'day');
}

function monthsBetween(from: string, to: string): number {
  const months = (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));
  return to.slice(8) < from.slice(8) ? months - 1 : months;
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}
