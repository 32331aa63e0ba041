import { signing } from '#contract/signing.ts';
import type { TicketDetails } from '#contract/signing.ts';
import { ask } from './ask.ts';
import { useSending, type Sending } from './use-sending.ts';
import type { Visiting } from './use-visit.ts';

type Answers = Omit<Parameters<typeof ask<typeof signing.recordAnswers>>[1], 'consentID'>;

// One after another: the last answer given is the last one kept, and its digest the last one known.
let last: Promise<unknown> = Promise.resolve();

/** Resolves when no answer is on its way any more, whether it arrived or not. */
export function answersAtRest(): Promise<unknown> {
  return last.catch(() => undefined);
}

/**
 * `keep` keeps answers on the server and goes on; it goes on at once where nothing changed. `keepSoon` keeps them without a
 * word, so that less is lost with a closed tab: what fails there is kept, or told, by `keep`.
 */
export function useAnswers(
  visiting: Visiting,
  details: TicketDetails,
): Sending & { keep: (changed: Answers | null) => void; keepSoon: (changed: Answers) => void } {
  const sending = useSending(visiting);
  const { dispatch } = visiting;
  const put = (changed: Answers) => {
    last = answersAtRest().then(async () => {
      const input = { consentID: details.consent.consentID, ...changed };
      const { data } = await ask(signing.recordAnswers, input, crypto.randomUUID());
      dispatch({ kind: 'consent', consent: data, sent: changed });
    });
    return last;
  };
  const keep = (changed: Answers | null) =>
    void sending.send(async () => {
      await (changed === null ? answersAtRest() : put(changed));
      dispatch({ kind: 'onward' });
    });
  const keepSoon = (changed: Answers) => void put(changed).catch(() => undefined);
  return { ...sending, keep, keepSoon };
}
