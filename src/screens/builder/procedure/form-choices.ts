import { bandOfForms } from '#domain/forms/form-rules.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import { FORM_WORDS } from '#domain/forms/form-words.ts';

type FormOption = { readonly value: FormType; readonly label: string; readonly hint: string };

/** The forms offered for a patient, each with who decides on it. @param forms - those of the patient's age */
export function formChoices(forms: readonly FormType[]): FormOption[] {
  const band = bandOfForms(forms);
  return forms.map((value) => ({ value, label: FORM_WORDS[value].name, hint: FORM_WORDS[value].choice[band] }));
}
