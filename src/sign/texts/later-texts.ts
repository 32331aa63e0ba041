import { LATER_STATEMENT } from '#domain/signing/later-signature.ts';
import type { Widened } from './texts.ts';

/** Sentences for somebody who has signed, and is asked again about what their form leaves open; the questions are those of the form. */
export const laterTexts = {
  h1: 'We ask you again',
  lead: 'You have signed this form, and that stays. It left something open. Please answer that now.',
  first: (answer: string) => `When you signed: ${answer}`,
  choose: 'Choose an answer. You can say that you want to talk about it.',
  others: 'If you have changed your mind about anything else, tell the clinician now.',
  sign: {
    h1: 'Sign your answers',
    yours: 'Your answers',
    send: 'Sign my answers',
    offline: 'There is no network, so your answers were not sent. Please give the tablet to the clinician.',
    silence: 'No answer came, so we do not know whether your answers were saved. Please try again.',
  },
  /** of the sentence that is signed */
  meaning: LATER_STATEMENT,
} as const;

export type LaterTexts = Widened<typeof laterTexts>;
