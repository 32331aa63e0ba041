import { languageName } from '#domain/language-name.ts';
import { longDate } from '#domain/plain-date.ts';
import { spacedNhsNumber } from '#domain/nhs-number.ts';
import type { PatientForm, PatientFormField } from './patient-form.ts';

export const SEX_OPTIONS = [
  { value: 'FEMALE', label: 'Female' },
  { value: 'MALE', label: 'Male' },
  { value: 'INTERSEX', label: 'Intersex' },
  { value: 'NOT_STATED', label: 'Not stated' },
];

export const FORMAT_OPTIONS = [
  { value: 'STANDARD', label: 'Standard' },
  { value: 'LARGE_PRINT', label: 'Large print' },
  { value: 'EASY_READ', label: 'Easy read' },
  { value: 'READ_ALOUD', label: 'Read aloud' },
];

/** Languages often asked for; any other that a record has is offered beside them. */
const LANGUAGES =
  'en ar bn bfi cy cs de es fa fr gu hi hu it ku lt ne pa pl ps pt ro ru si so sk sq ta ti tr uk ur vi yue zh'.split(' ');

/** The languages to choose from by name, English first. @param present - the one of this record */
export function languageOptions(present: string): { value: string; label: string }[] {
  const codes = LANGUAGES.includes(present) ? LANGUAGES : [...LANGUAGES, present];
  const [english = 'en', ...others] = codes;
  const named = others.map((value) => ({ value, label: languageName(value) }));
  return [
    { value: english, label: languageName(english) },
    ...named.toSorted((one, other) => one.label.localeCompare(other.label)),
  ];
}

/** A field's value as people read it; empty where nothing is known. */
export function fieldWords(form: PatientForm, field: PatientFormField): string {
  const value = form[field];
  if (value === '') return '';
  switch (field) {
    case 'dateOfBirth':
      return longDate(value);
    case 'nhsNumber':
      return spacedNhsNumber(value);
    case 'sex':
      return SEX_OPTIONS.find((option) => option.value === value)?.label ?? value;
    case 'format':
      return FORMAT_OPTIONS.find((option) => option.value === value)?.label ?? value;
    case 'language':
      return languageName(value);
    case 'interpreterNeeded':
      return value === 'YES' ? 'Yes' : 'No';
    default:
      return value;
  }
}
