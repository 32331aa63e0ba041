import { signing, type TicketDetails } from '#contract/signing.ts';
import { currentTicket } from '#src/session/handover.ts';
import { useCallback, useReducer, useRef, useState, type Dispatch } from 'react';
import { ask, judge } from './ask.ts';
import { rememberAttempts, type Attempts } from './attempt.ts';
import { whenKept } from './kept.ts';
import { answersAtRest } from './keep-answers.ts';
import { canDigest, digestOfShown } from './shown-digest.ts';
import { advance, FIRST_VISIT, type Happening, type Visit } from './visit.ts';

export type Visiting = {
  visit: Visit;
  dispatch: Dispatch<Happening>;
  attemptFor: Attempts;
  /** Reads the form, from the start. */
  load: () => Promise<void>;
  /** Reads the form again in the background, which also keeps the ticket alive; what was shown must still be so. */
  refresh: () => Promise<void>;
};

/** One visit to one form, from the ticket of this tab. */
export function useVisit(): Visiting {
  const [visit, dispatch] = useReducer(advance, FIRST_VISIT);
  const [attemptFor] = useState(() => rememberAttempts(() => crypto.randomUUID()));
  const details = useRef(visit.details);
  details.current = visit.details;
  const load = useCallback(async () => {
    const shown = details.current;
    dispatch({ kind: 'loading' });
    const happening = await read(shown);
    dispatch(happening);
    if (happening.kind === 'loaded') await drawnBefore(happening.details, dispatch);
  }, []);
  const shown = useRef<string>(undefined);
  shown.current = visit.details?.contentDigest;
  const refresh = useCallback(async () => {
    await answersAtRest();
    // The server has not heard all of it yet: what it says is older than what is shown.
    if ((await whenKept(currentTicket()))?.hasWaiting() === true) return;
    const happening = await ofServer();
    if (happening.kind === 'loaded') {
      const { consent, contentDigest, recipients, role } = happening.details;
      const isSigned = recipients.find((each) => each.role === role)?.state === 'SIGNED';
      if (isSigned) dispatch(happening);
      else if (contentDigest !== shown.current) dispatch({ kind: 'halted', why: 'changed' });
      else dispatch({ kind: 'questions', questions: consent.questions });
    } else if (happening.kind === 'halted' && happening.why !== 'network') dispatch(happening);
  }, []);
  return { visit, dispatch, attemptFor, load, refresh };
}

/** The form: as the server tells it, or where it cannot be asked or has not heard all, as this tablet knows it. */
async function read(shown: TicketDetails | null): Promise<Happening> {
  if (!canDigest()) return { kind: 'halted', why: 'insecure' };
  const ticket = currentTicket();
  const keeping = await whenKept(ticket);
  const here = shown ?? keeping?.details ?? null;
  if (keeping?.hasWaiting() === true && here !== null) return whole(here);
  if (ticket?.ticket === null) return { kind: 'halted', why: 'closed' };
  const told = await ofServer();
  const isSilent = told.kind === 'halted' && told.why === 'network';
  return isSilent && keeping !== null && here !== null ? whole(here) : told;
}

async function whole(details: TicketDetails): Promise<Happening> {
  const isWhole = (await digestOfShown(details)) === details.contentDigest;
  return isWhole ? { kind: 'loaded', details } : { kind: 'halted', why: 'changed' };
}

/** What was drawn before under this very form stands in its pads again. */
async function drawnBefore({ contentDigest }: TicketDetails, dispatch: Dispatch<Happening>): Promise<void> {
  const keeping = await whenKept(currentTicket());
  // Damaged or not: without it the person draws anew.
  const ink = await keeping?.keptInk(contentDigest).catch(() => undefined);
  if (ink !== undefined) dispatch({ kind: 'drawnBefore', ink });
}

async function ofServer(): Promise<Happening> {
  try {
    const { data } = await ask(signing.consentDetailsByToken, { token: currentTicket()?.ticket ?? '' });
    return await whole(data);
  } catch (error) {
    const judged = judge(error);
    if (judged.kind === 'halt') return { kind: 'halted', why: judged.why, message: judged.message };
    if (judged.kind === 'problems') return { kind: 'halted', why: 'failed', message: judged.problems[0]?.message };
    return { kind: 'halted', why: 'network' };
  }
}
