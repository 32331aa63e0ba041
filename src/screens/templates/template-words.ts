import { longTime } from '#domain/values/plain-date.ts';
import { FORM_WORDS } from '#domain/forms/form-words.ts';
import { FORM_TYPES, type FormType } from '#domain/forms/form-types.ts';
import type { Template } from '#domain/templates/library-template.ts';

/** The types of forms, each with who decides on it. */
export const FORM_OPTIONS = FORM_TYPES.map((value) => ({
  value,
  label: `${FORM_WORDS[value].name}: ${FORM_WORDS[value].forWhom}`,
}));

/** `25 November 2026, 14:05 GMT, by Demo Clinician`. */
export function changedWords({ changedAt, changedBy }: Pick<Template, 'changedAt' | 'changedBy'>, zone: string): string {
  if (changedAt === null) return 'Not known';
  return changedBy === null
    ? `${longTime(changedAt, zone)}, came with the product`
    : `${longTime(changedAt, zone)}, by ${changedBy}`;
}

/** The consequences of deleting a template. @param isOnly - no other template has its form type */
export function deletionWords(formType: FormType, isOnly: boolean): string[] {
  const { name } = FORM_WORDS[formType];
  return [
    'It is no longer offered for a new form. Forms that use it stay as they are, and its versions can still be read.',
    ...(isOnly ? [`It is the only template for ${name}. Without it nobody can send a ${name}.`] : []),
  ];
}
