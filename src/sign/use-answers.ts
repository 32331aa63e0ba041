import type { TicketDetails } from '#contract/signing.ts';
import { whenAnswersSaved, saveAnswers, type Answers } from './save-answers.ts';
import { useSubmit, type Submission } from './use-submit.ts';
import type { Visiting } from './use-visit.ts';

/**
 * `keep` saves answers and goes to the next page, at once when nothing changed. `keepSoon` saves them silently, so that less is
 * lost with a closed tab: `keep` saves them again, or reports the failure.
 */
export function useAnswers(
  visiting: Visiting,
  details: TicketDetails,
): Submission & { keep: (changed: Answers | null) => void; keepSoon: (changed: Answers) => void } {
  const sending = useSubmit(visiting);
  const { dispatch } = visiting;
  const put = async (changed: Answers) => {
    const consent = await saveAnswers(details, changed);
    if (consent !== null) dispatch({ kind: 'consent', consent, sent: changed });
  };
  const keep = (changed: Answers | null) =>
    void sending.send(async () => {
      await (changed === null ? whenAnswersSaved() : put(changed));
      dispatch({ kind: 'onward' });
    });
  const keepSoon = (changed: Answers) => void put(changed).catch(() => undefined);
  return { ...sending, keep, keepSoon };
}
