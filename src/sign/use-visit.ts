import { signing, type TicketDetails } from '#contract/signing.ts';
import { currentTicket } from '#src/session/handover.ts';
import { useCallback, useReducer, useRef, useState, type Dispatch } from 'react';
import { callWithTicket, classifyError } from './api.ts';
import { rememberAttempts, type Attempts } from '#src/session/idempotency-key.ts';
import { whenSignerStoreReady } from '#src/sign/offline/signer-store.ts';
import { whenAnswersSaved } from './save-answers.ts';
import { canDigest, digestShownContent } from './content-digest.ts';
import { visitReducer, INITIAL_VISIT, type VisitAction, type Visit } from './visit.ts';

export type Visiting = {
  visit: Visit;
  dispatch: Dispatch<VisitAction>;
  attemptFor: Attempts;
  /** Reads the form, from the start. */
  load: () => Promise<void>;
  /** Reads the form again in the background, which also keeps the ticket alive; a changed digest halts the visit. */
  refresh: () => Promise<void>;
};

/** One visit to one form, from the ticket of this tab. */
export function useVisit(): Visiting {
  const [visit, dispatch] = useReducer(visitReducer, INITIAL_VISIT);
  const [attemptFor] = useState(() => rememberAttempts(() => crypto.randomUUID()));
  const details = useRef(visit.details);
  details.current = visit.details;
  const load = useCallback(async () => {
    const shown = details.current;
    dispatch({ kind: 'loading' });
    const action = await read(shown);
    dispatch(action);
    if (action.kind === 'loaded') await restoreInk(action.details, dispatch);
  }, []);
  const shown = useRef<string>(undefined);
  shown.current = visit.details?.contentDigest;
  const refresh = useCallback(async () => {
    await whenAnswersSaved();
    // While calls are queued, the server's version is older than the one shown.
    if ((await whenSignerStoreReady(currentTicket()))?.hasUnsent() === true) return;
    const action = await readFromServer();
    if (action.kind === 'loaded') {
      const { consent, contentDigest, recipients, role } = action.details;
      const isSigned = recipients.find((each) => each.role === role)?.state === 'SIGNED';
      if (isSigned) dispatch(action);
      else if (contentDigest !== shown.current) dispatch({ kind: 'halted', why: 'changed' });
      else dispatch({ kind: 'questions', questions: consent.questions });
    } else if (action.kind === 'halted' && action.why !== 'network') dispatch(action);
  }, []);
  return { visit, dispatch, attemptFor, load, refresh };
}

/** Loads the form from the server; from this tablet when the server is out of reach, or while calls are unsent. */
async function read(shown: TicketDetails | null): Promise<VisitAction> {
  if (!canDigest()) return { kind: 'halted', why: 'insecure' };
  const ticket = currentTicket();
  const store = await whenSignerStoreReady(ticket);
  const local = shown ?? store?.details ?? null;
  if (store?.hasUnsent() === true && local !== null) return verifyContent(local);
  if (ticket?.ticket === null) return { kind: 'halted', why: 'closed' };
  const action = await readFromServer();
  const isSilent = action.kind === 'halted' && action.why === 'network';
  return isSilent && store !== null && local !== null ? verifyContent(local) : action;
}

async function verifyContent(details: TicketDetails): Promise<VisitAction> {
  const isUnchanged = (await digestShownContent(details)) === details.contentDigest;
  return isUnchanged ? { kind: 'loaded', details } : { kind: 'halted', why: 'changed' };
}

/** Restores saved ink of this digest into its pads. */
async function restoreInk({ contentDigest }: TicketDetails, dispatch: Dispatch<VisitAction>): Promise<void> {
  const store = await whenSignerStoreReady(currentTicket());
  // Unreadable ink is ignored: the person draws again.
  const ink = await store?.readInk(contentDigest).catch(() => undefined);
  if (ink !== undefined) dispatch({ kind: 'drawnBefore', ink });
}

async function readFromServer(): Promise<VisitAction> {
  try {
    const ticket = currentTicket();
    const { data } = await callWithTicket(signing.consentDetailsByToken, { token: ticket?.ticket ?? '' });
    // Swapped answers, or a swapped ticket, must not show one patient another's form.
    if (ticket !== null && ticket.consentID !== data.consent.consentID) return { kind: 'halted', why: 'failed' };
    return await verifyContent(data);
  } catch (error) {
    const judged = classifyError(error);
    if (judged.kind === 'halt') return { kind: 'halted', why: judged.why, message: judged.message };
    if (judged.kind === 'problems') return { kind: 'halted', why: 'failed', message: judged.problems[0]?.message };
    return { kind: 'halted', why: 'network' };
  }
}
