import { signing } from '#contract/signing.ts';
import type { Consent } from '#contract/record-shapes.ts';
import { ask } from './ask.ts';

export type Answers = Omit<Parameters<typeof ask<typeof signing.recordAnswers>>[1], 'consentID'>;

// One after another: the last answer given is the last one kept, and its digest the last one known.
let last: Promise<Consent | null> = Promise.resolve(null);
let lastSent = '';

/**
 * Keeps answers on the server. What is on its way, or was kept last, is not sent again.
 *
 * @throws as {@link ask}
 */
export function keepAnswers(consentID: string, changed: Answers): Promise<Consent | null> {
  const sent = JSON.stringify([consentID, changed]);
  if (sent === lastSent) return last;
  lastSent = sent;
  last = answersAtRest()
    .then(() => ask(signing.recordAnswers, { consentID, ...changed }, crypto.randomUUID()))
    .then(
      ({ data }) => data,
      (error: unknown) => {
        if (lastSent === sent) lastSent = '';
        throw error;
      },
    );
  return last;
}

/** Resolves when no answer is on its way any more, whether it arrived or not. */
export function answersAtRest(): Promise<unknown> {
  return last.catch(() => undefined);
}
