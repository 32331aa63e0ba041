import type { UnderstandingTopic } from '#domain/library/understanding.ts';

/** The page of the patient that opens again after a wrong answer. */
export const TOPIC_WORDS: Readonly<Record<UnderstandingTopic, string>> = {
  PLAN: 'What is planned',
  BENEFITS: 'What it is for',
  RISKS: 'What can go wrong',
  OTHER: 'Other options',
};
