import type { UnderstandingPlace } from '#domain/library/understanding.ts';

/** The page of the patient that opens again after a wrong answer. */
export const PLACE_WORDS: Readonly<Record<UnderstandingPlace, string>> = {
  PLAN: 'What is planned',
  BENEFITS: 'What it is for',
  RISKS: 'What can go wrong',
  OTHER: 'Other options',
};
