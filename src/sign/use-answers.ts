import { signing } from '#contract/signing.ts';
import type { TicketDetails } from '#contract/signing.ts';
import { ask } from './ask.ts';
import { useSending, type Sending } from './use-sending.ts';
import type { Visiting } from './use-visit.ts';

type Answers = Parameters<typeof ask<typeof signing.recordAnswers>>[1];

/** Keeps answers on the server and goes on; goes on at once where nothing changed. */
export function useAnswers(
  visiting: Visiting,
  details: TicketDetails,
): Sending & { keep: (changed: Omit<Answers, 'consentID'> | null) => void } {
  const sending = useSending(visiting);
  const { dispatch } = visiting;
  const keep = (changed: Omit<Answers, 'consentID'> | null) =>
    void sending.send(async () => {
      if (changed !== null) {
        const input = { consentID: details.consent.consentID, ...changed };
        const { data } = await ask(signing.recordAnswers, input, crypto.randomUUID());
        dispatch({ kind: 'consent', consent: data });
      }
      dispatch({ kind: 'onward' });
    });
  return { ...sending, keep };
}
