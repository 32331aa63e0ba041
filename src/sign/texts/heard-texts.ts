import type { Widened } from './texts.ts';

/** Sentences around the three questions after a signature; the questions themselves are their author's. */
export const heardTexts = {
  h2: 'Three questions about the talk',
  lead: 'We count the answers without your name. They are no part of the form.',
  send: 'Send',
  skip: 'Skip',
  missing: (at: number) => `Choose an answer to question ${at}, or skip all three.`,
  unsure: 'We do not know if your answers came. Send them again: we count them once.',
  ended: 'These questions cannot be answered any more. Answers that came before are counted.',
  sent: 'Thank you. Your answers are counted.',
  skipped: 'That is fine. Nothing was sent.',
} as const;

export type HeardTexts = Widened<typeof heardTexts>;
