import { currentTicket } from '#src/session/handover.ts';
import { useCallback, useRef, useState } from 'react';
import { judge, type Problem } from './ask.ts';
import type { Visiting } from './use-visit.ts';
import { useWords } from './words.ts';

export type Sending = {
  isSending: boolean;
  problems: readonly Problem[];
  /** Shows problems, or with none takes them away. */
  tell: (problems: readonly Problem[]) => void;
  /** Runs one sending at a time: a second tap while one runs does nothing, nor does any way off the page. */
  send: (work: () => Promise<void>) => Promise<void>;
};

type Silences = { offline: string; silence: string };

/** A handover without a ticket has no way to the server, whatever the network does meanwhile. */
function isReachable(): boolean {
  return navigator.onLine && currentTicket()?.ticket !== null;
}

/** Sends what a page has to send, and turns each way to fail into sentences or another stage of the visit. */
export function useSending({ visit: { isSending }, dispatch, load }: Visiting, silences?: Silences): Sending {
  const words = useWords();
  const [problems, tell] = useState<readonly Problem[]>([]);
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
        // Said first: what nobody foresaw is thrown on, and must not look as if nothing had been pressed.
        tell([{ message: words.failed }]);
        const judged = judge(error);
        if (judged.kind === 'halt') dispatch({ kind: 'halted', why: judged.why, message: judged.message });
        else if (judged.kind === 'reload') await load();
        else if (judged.kind === 'problems') tell(judged.problems);
        else tell([{ message: isReachable() ? (silences?.silence ?? words.silence) : (silences?.offline ?? words.network) }]);
      } finally {
        running.current = false;
        dispatch({ kind: 'sending', isSending: false });
      }
    },
    [dispatch, load, silences, words],
  );
  return { isSending, problems, tell, send };
}
