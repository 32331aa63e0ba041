import type { FormType } from '#domain/forms/form-types.ts';

/** Each form with the person who decides on it. */
export const FORM_WORDS: Readonly<Record<FormType, string>> = {
  FORM_1: 'Form 1: adult',
  FORM_2: 'Form 2: child or young person',
  FORM_3: 'Form 3: awake, no sedation',
  FORM_4: 'Form 4: adult who lacks capacity',
};
