import { longDate } from '#domain/values/plain-date.ts';

/** The sentence of `/verify` about a refusal. @param day - plain date on which it was given */
export function refusalSentence(day: string): string {
  return `A refusal of treatment, given on ${longDate(day)}. It is no consent.`;
}

/** The state on each page of a refusal. */
export const REFUSAL_STATE = 'Refusal of treatment. It is no consent.';

/** The steps that follow a refusal, a paragraph each. */
export const AFTER_REFUSAL = {
  /** somebody who decides has refused */
  decided: [
    'Nothing that this form names is done because of it.',
    'Whoever refused may talk about it again at any time, and may decide otherwise. That takes a new talk and a new form: this one is never signed any more.',
    'A refusal of this treatment is not a refusal of any other care.',
  ],
  /** on a form where the clinician decides in the patient’s best interests */
  advised: [
    'Nothing that this form names is done before the disagreement is settled.',
    'The clinician talks with whoever refused. Any later decision takes a new form: this one is never signed any more.',
    'A refusal of this treatment is not a refusal of any other care.',
  ],
} as const;
