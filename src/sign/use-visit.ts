import { signing } from '#contract/signing.ts';
import { currentTicket } from '#src/session/handover.ts';
import { useCallback, useReducer, useRef, type Dispatch } from 'react';
import { ask, judge } from './ask.ts';
import { answersAtRest } from './keep-answers.ts';
import { canDigest, digestOfShown } from './shown-digest.ts';
import { advance, FIRST_VISIT, type Happening, type Visit } from './visit.ts';

export type Visiting = {
  visit: Visit;
  dispatch: Dispatch<Happening>;
  /** Reads the form, from the start. */
  load: () => Promise<void>;
  /** Reads the form again in the background, which also keeps the ticket alive; what was shown must still be so. */
  refresh: () => Promise<void>;
};

/** One visit to one form, from the ticket of this tab. */
export function useVisit(): Visiting {
  const [visit, dispatch] = useReducer(advance, FIRST_VISIT);
  const load = useCallback(async () => {
    dispatch({ kind: 'loading' });
    dispatch(await read());
  }, []);
  const shown = useRef<string>(undefined);
  shown.current = visit.details?.contentDigest;
  const refresh = useCallback(async () => {
    await answersAtRest();
    const happening = await read();
    if (happening.kind === 'loaded') {
      const { consent, contentDigest, recipients, role } = happening.details;
      const isSigned = recipients.find((each) => each.role === role)?.state === 'SIGNED';
      if (isSigned) dispatch(happening);
      else if (contentDigest !== shown.current) dispatch({ kind: 'halted', why: 'changed' });
      else dispatch({ kind: 'questions', questions: consent.questions });
    } else if (happening.kind === 'halted' && happening.why !== 'network') dispatch(happening);
  }, []);
  return { visit, dispatch, load, refresh };
}

async function read(): Promise<Happening> {
  if (!canDigest()) return { kind: 'halted', why: 'insecure' };
  try {
    const { data } = await ask(signing.consentDetailsByToken, { token: currentTicket()?.ticket ?? '' });
    const isWhole = (await digestOfShown(data)) === data.contentDigest;
    return isWhole ? { kind: 'loaded', details: data } : { kind: 'halted', why: 'changed' };
  } catch (error) {
    const judged = judge(error);
    if (judged.kind === 'halt') return { kind: 'halted', why: judged.why, message: judged.message };
    if (judged.kind === 'problems') return { kind: 'halted', why: 'failed', message: judged.problems[0]?.message };
    return { kind: 'halted', why: 'network' };
  }
}
