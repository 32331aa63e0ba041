import { currentTicket } from '#src/session/handover.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { classifyError, type SignerCallProblem } from './api.ts';
import { withoutMended } from './mended-problems.ts';
import type { Visiting } from './use-visit.ts';
import { useTexts } from '#src/sign/texts/use-texts.ts';

export type Submission = {
  isSending: boolean;
  problems: readonly SignerCallProblem[];
  /** Shows problems until their fields change; an empty list clears them. */
  showProblems: (problems: readonly SignerCallProblem[]) => void;
  /** Runs one submission at a time: while one runs, a second tap and every way off the page do nothing. */
  send: (work: () => Promise<void>) => Promise<void>;
};

type NoAnswerTexts = { offline: string; silence: string };

const NONE: readonly SignerCallProblem[] = [];

/** False in a handover without a ticket, which cannot reach the server even when the network is back. */
function isReachable(): boolean {
  return navigator.onLine && currentTicket()?.ticket !== null;
}

/** Runs a page's submission, and turns each failure into problems or another stage of the visit. */
export function useSubmit({ visit: { isSending, input }, dispatch, load }: Visiting, silences?: NoAnswerTexts): Submission {
  const words = useTexts();
  const [found, setProblems] = useState<readonly SignerCallProblem[]>([]);
  const [language, setLanguage] = useState(words);
  // In the language of its own time: the next try tells it in the one that is read now.
  const problems = language === words ? found : NONE;
  const now = useRef(input);
  now.current = input;
  const inputOfProblems = useRef(input);
  const tell = useCallback(
    (list: readonly SignerCallProblem[]) => {
      inputOfProblems.current = now.current;
      setLanguage(words);
      setProblems(list);
    },
    [words],
  );
  useEffect(() => {
    setProblems((shown) => withoutMended(shown, inputOfProblems.current, input));
  }, [input]);
  const running = useRef(false);
  const send = useCallback(
    async (work: () => Promise<void>) => {
      if (running.current) return;
      running.current = true;
      dispatch({ kind: 'sending', isSending: true });
      tell([]);
      try {
        await work();
      } catch (error) {
        // Set before classification, which rethrows unknown errors: the page must not look as if nothing had been pressed.
        tell([{ message: words.failed }]);
        const judged = classifyError(error);
        if (judged.kind === 'halt') dispatch({ kind: 'halted', why: judged.why, message: judged.message });
        else if (judged.kind === 'reload') await load();
        else if (judged.kind === 'problems') tell(judged.problems);
        else tell([{ message: isReachable() ? (silences?.silence ?? words.silence) : (silences?.offline ?? words.network) }]);
      } finally {
        running.current = false;
        dispatch({ kind: 'sending', isSending: false });
      }
    },
    [dispatch, load, silences, tell, words],
  );
  return { isSending, problems, showProblems: tell, send };
}
