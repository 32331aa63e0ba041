import type { TicketDetails } from '#contract/signing.ts';
import { answersAtRest, keepAnswers, type Answers } from './keep-answers.ts';
import { useSending, type Sending } from './use-sending.ts';
import type { Visiting } from './use-visit.ts';

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
  const put = async (changed: Answers) => {
    const consent = await keepAnswers(details, changed);
    if (consent !== null) dispatch({ kind: 'consent', consent, sent: changed });
  };
  const keep = (changed: Answers | null) =>
    void sending.send(async () => {
      await (changed === null ? answersAtRest() : put(changed));
      dispatch({ kind: 'onward' });
    });
  const keepSoon = (changed: Answers) => void put(changed).catch(() => undefined);
  return { ...sending, keep, keepSoon };
}
