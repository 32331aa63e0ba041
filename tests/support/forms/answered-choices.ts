import { IMPLIED_CHOICES, type AdditionalChoice } from '#domain/consents/consent.ts';

/** The choices of a form whose creation names none, with an answer wherever one is missed before an operation. */
export const ANSWERED_CHOICES: AdditionalChoice[] = IMPLIED_CHOICES.map((choice) =>
  choice.id === 'blood' ? { ...choice, answer: 'ACCEPT' } : choice,
);
