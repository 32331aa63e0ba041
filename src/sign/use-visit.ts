import { signing, type TicketDetails } from '#contract/signing.ts';
import { currentTicket } from '#src/session/handover.ts';
import { useCallback, useReducer, useRef, useState, type Dispatch } from 'react';
import { callWithTicket, classifyError } from './api.ts';
import { rememberAttempts, type Attempts } from '#src/session/idempotency-key.ts';
import { confirmIdentity } from './identity-confirmation.ts';
import { settleRefusal } from './identity-refusal.ts';
import { handedDetails, readSavedVisit, whenSignerStoreReady } from '#src/sign/offline/signer-store.ts';
import { noticeChange } from './notice-change.ts';
import { whenAnswersSaved } from './save-answers.ts';
import { canDigest, digestShownContent } from './content-digest.ts';
import { INITIAL_VISIT, type VisitAction, type Visit } from './visit.ts';
import { visitReducer } from './visit.ts';

export type Visiting = {
  visit: Visit;
  dispatch: Dispatch<VisitAction>;
  attemptFor: Attempts;
  /** Reads the form, from the start. */
  load: () => Promise<void>;
  /** Reports in the background that this is the person on the form; a refusal ends or reloads the visit. */
  confirm: () => void;
  /** Reads the form again in the background, which also keeps the ticket alive; a changed digest halts the visit. */
  refresh: () => Promise<void>;
};

/**
 * One visit to one form, from the ticket of this tab.
 *
 * @param resume - of a visit by a link, whose signer has shown who they are: where it goes on once the form was read; always the same
 *   function
 */
export function useVisit(resume?: (first: VisitAction) => VisitAction): Visiting {
  const [visit, dispatch] = useReducer(visitReducer, { ...INITIAL_VISIT, isVerified: resume !== undefined });
  const [attemptFor] = useState(() => rememberAttempts(() => crypto.randomUUID()));
  const details = useRef(visit.details);
  details.current = visit.details;
  const reload = useRef(() => Promise.resolve());
  const refresh = useCallback(async () => {
    await whenAnswersSaved();
    const store = await whenSignerStoreReady(currentTicket());
    // By a call that the page before a reload has queued.
    if (store?.queuedEnding != null) return dispatch({ kind: 'over', ending: store.queuedEnding, isQueued: true });
    // While calls are queued, the server's version is older than the one shown.
    if (store?.hasUnsent() === true) return undefined;
    const action = await readFromServer();
    if (action.kind === 'loaded') return dispatch(await noticeChange(details.current, action));
    return action.kind === 'halted' && action.why !== 'network' ? dispatch(action) : undefined;
  }, []);
  const confirm = useCallback(() => {
    confirmIdentity(settleRefusal).catch((error: unknown) => {
      const judged = classifyError(error);
      // Anything else is tried again, and told, with what is sent next.
      if (judged.kind === 'halt') dispatch({ kind: 'halted', why: judged.why, message: judged.message });
      if (judged.kind === 'reload') void reload.current();
    });
  }, []);
  const load = useCallback(async () => {
    const shown = details.current;
    dispatch({ kind: 'loading' });
    const saved = shown === null && canDigest() ? await readSavedVisit(currentTicket()) : null;
    if (saved === null) {
      const action = await read(shown);
      return dispatch(shown === null && resume !== undefined ? resume(action) : action);
    }
    dispatch({ kind: 'restored', saved });
    if (saved.isConfirmed && currentTicket()?.identityKey !== undefined) confirm();
    return refresh();
  }, [refresh, confirm, resume]);
  reload.current = load;
  return { visit, dispatch, attemptFor, load, refresh, confirm };
}

/** Loads the form from the server; from this tablet when the server is out of reach, or while calls are unsent. */
async function read(shown: TicketDetails | null): Promise<VisitAction> {
  if (!canDigest()) return { kind: 'halted', why: 'insecure' };
  const ticket = currentTicket();
  const store = shown === null ? null : await whenSignerStoreReady(ticket);
  const local = shown ?? (await handedDetails(ticket));
  // The server's version is older than the one shown.
  if (store?.hasUnsent() === true && local !== null) return verifyContent(local);
  if (ticket?.ticket === null) return local === null ? { kind: 'halted', why: 'closed' } : verifyContent(local);
  const action = await readFromServer();
  const isSilent = action.kind === 'halted' && action.why === 'network';
  const isOpenHere = shown === null || store !== null;
  return isSilent && local !== null && isOpenHere ? verifyContent(local) : action;
}

async function verifyContent(details: TicketDetails): Promise<VisitAction> {
  // A later shape of the record, and a form that does not count any more, are judged by code that the first page does without.
  if (details.shown != null || details.consent.status === 'VOIDED')
    return import('./judge-form.ts').then(
      ({ judgeForm }) => judgeForm(details),
      () => ({ kind: 'halted', why: 'network' }),
    );
  const isUnchanged = (await digestShownContent(details)) === details.contentDigest;
  return isUnchanged ? { kind: 'loaded', details } : { kind: 'halted', why: 'changed' };
}

async function readFromServer(): Promise<VisitAction> {
  try {
    const ticket = currentTicket();
    const { data } = await callWithTicket(signing.consentDetailsByToken, { token: ticket?.ticket ?? '' });
    if ('needs' in data) return { kind: 'halted', why: 'failed' };
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
