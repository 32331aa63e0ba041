import * as v from 'valibot';
import { LaterSignature } from '#domain/signing/later-signature.ts';
import { AnswersFields, signing } from './signing.ts';

/**
 * `record/answers` with the signature of somebody who has signed the form before: the choices are then those that it leaves open, and no
 * others. A signer's page loads it with the pages of such a visit alone.
 */
export const laterAnswers = {
  recordAnswers: {
    ...signing.recordAnswers,
    summary:
      'What matters to the patient, and the additional choices; gives a new digest. Refused once anybody has signed, but for choices that the form leaves open: with `signature`, in a new handover, whoever has signed answers those beside what they signed.',
    input: v.strictObject({ ...AnswersFields, signature: v.optional(LaterSignature) }),
  },
};
