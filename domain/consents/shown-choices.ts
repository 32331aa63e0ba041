import type { AdditionalChoice } from './consent.ts';
import { deciderOf, type FormType } from '#domain/forms/form-types.ts';

/** The choices that a form shows: Form 4 is not read by the patient, so that nobody is asked those without an answer. */
export function shownChoices<Choice extends Pick<AdditionalChoice, 'answer'>>(
  formType: FormType,
  choices: readonly Choice[],
): Choice[] {
  return choices.filter(({ answer }) => deciderOf(formType) !== 'clinician' || answer !== null);
}
