import type { FormType } from '#domain/forms/form-types.ts';

type FormOption = { readonly value: FormType; readonly label: string; readonly hint: string };

const ADULT: Readonly<Record<FormType, string>> = {
  FORM_1: 'A patient who can decide',
  FORM_2: 'A parent or another adult decides',
  FORM_3: 'A patient who can decide, awake throughout, without sedation',
  FORM_4: 'A patient who cannot decide: what is best for them',
};
const CHILD: Readonly<Record<FormType, string>> = {
  ...ADULT,
  FORM_1: 'The child decides alone, after an assessment',
  FORM_3: 'The child decides alone, after an assessment; awake throughout, without sedation',
};
const YOUNG_PERSON: Readonly<Record<FormType, string>> = {
  FORM_1: 'The young person decides',
  FORM_2: 'A parent or a court decides, after a test found that the young person cannot',
  FORM_3: 'The young person decides, awake throughout, without sedation',
  FORM_4: 'The young person cannot decide, and no parent is asked: what is best for them',
};

/** The forms offered for a patient, each with who decides on it. @param forms - those of the patient's age */
export function formChoices(forms: readonly FormType[]): FormOption[] {
  const hints = wordsFor(forms);
  return forms.map((value) => ({ value, label: `Form ${value.slice(-1)}`, hint: hints[value] }));
}

function wordsFor(forms: readonly FormType[]) {
  if (!forms.includes('FORM_2')) return ADULT;
  return forms.includes('FORM_4') ? YOUNG_PERSON : CHILD;
}
