import { CallFailed } from '#contract/call.ts';
import { api } from '#src/queries/api.ts';
import { currentSession, endSession, startSession, subscribe, type Session } from '#src/session/session.ts';
import { clearStoredSession, readStoredSession } from '#src/session/stored-session.ts';
import { currentHeld, hold, whileOpening } from './held.ts';
import { isOfTheWire } from './wire-failure.ts';

/** What somebody has just typed to sign in: opens their work on this tablet, and is forgotten by then. */
export type Typed = { readonly email: string; readonly password: string };

/** What the page is told of an opening that did not go as it should. */
export type Troubles = {
  /** What is kept here opens with nothing that this person has: it stays as it is. */
  readonly onSealed: () => void;
  /** Another tab with an older build is in the way. */
  readonly onBlocked: () => void;
  readonly onFault: (fault: unknown) => void;
};

let typed: Typed | null = null;

/** To be called just before the session is started with which this password was answered. */
export function rememberTyped(given: Typed): void {
  typed = given;
}

/**
 * With each session of somebody whose registration is finished: tells the server which tablet it runs on, opens with the share
 * that it answers what is kept here of this person, and begins to send it. On a blocked tablet the session ends with the
 * server's words. Without a network it is tried again once there is one.
 *
 * @returns how to stop
 */
export function keepHeld(troubles: Troubles): () => void {
  let told: string | null = null;
  const look = () => {
    const session = currentSession();
    if (session === null || session.token === null || session.token === told || session.user.status !== 'ACTIVE') return;
    told = session.token;
    const given = typed;
    typed = null;
    whileOpening(() => openFor(session, given, troubles)).catch((failure: unknown) => {
      told = null;
      if (failure instanceof CallFailed && failure.status === 403) endSession(failure.message);
      else if (!isOfTheWire(failure)) troubles.onFault(failure);
    });
  };
  const online = () => {
    look();
    void goOnline();
  };
  look();
  addEventListener('online', online);
  const stop = subscribe(look);
  return () => {
    removeEventListener('online', online);
    stop();
  };
}

async function openFor(session: Session, given: Typed | null, troubles: Troubles): Promise<void> {
  // The store comes with Dexie, which the first screen does not wait for.
  const { openSignedIn } = await import('./unlock.ts');
  const { user } = session;
  // A session that ended meanwhile opens nothing.
  const isStill = () => currentSession()?.user._id === user._id;
  const next = await openSignedIn({ user, typed: given, isStill, troubles });
  if (next === null || next === currentHeld()) return;
  if (isStill()) hold(next);
  else next.close();
}

/** Somebody who works without a sign-in, and whose session of before a reload still lives, goes on with it. */
async function goOnline(): Promise<void> {
  const stored = readStoredSession();
  const session = currentSession();
  if (session === null || session.token !== null || stored === null) return;
  try {
    const { user, tokenExpiryDate } = await api('userMe', {}, { token: stored.token });
    const now = currentSession();
    if (now?.token === null && now.user._id === user._id) startSession({ token: stored.token, tokenExpiryDate, user });
  } catch (failure) {
    if (failure instanceof CallFailed && failure.status === 401) clearStoredSession();
    else if (!isOfTheWire(failure)) throw failure;
  }
}
