import { FORM_WORDS } from '#domain/forms/form-words.ts';
import type { FormType } from '#domain/forms/form-types.ts';

/** `Form 1: adult`: a type of form with the patients for whom it is. */
export function formWithAudience(formType: FormType): string {
  const { name, audience } = FORM_WORDS[formType];
  return `${name}: ${audience}`;
}
