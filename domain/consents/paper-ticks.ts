import { CHOICE_ANSWERS, type AdditionalChoice } from './consent.ts';

/** A choice as it was read from paper: an answer, no tick at all, or one that nobody can read. */
export const PAPER_TICKS = [...CHOICE_ANSWERS, 'NONE', 'UNCLEAR'] as const;
export type PaperTick = (typeof PAPER_TICKS)[number];

/** Words in the place of an answer, where the paper gives none. */
export const NO_ANSWER_ON_PAPER: Readonly<Record<Exclude<PaperTick, AdditionalChoice['answer']>, string>> = {
  NONE: 'Nothing ticked',
  UNCLEAR: 'Ticked, but cannot be read: ask the patient',
};

/** Whether a tick is an answer. */
export function isAnswer(tick: PaperTick): tick is NonNullable<AdditionalChoice['answer']> {
  return tick !== 'NONE' && tick !== 'UNCLEAR';
}
