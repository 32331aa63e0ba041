import { CallFailed } from '#contract/call.ts';
import { isOnline, subscribeReach } from '#src/notices/reach.ts';
import { api } from '#src/queries/api.ts';
import { currentSession, endSession, startSession, subscribe, type Session } from '#src/session/session.ts';
import { clearForeignSession, clearStoredSession, readStoredSession } from '#src/session/stored-session.ts';
import type { Timer } from '#store/replay/sending.ts';
import { tryingAgain } from './again.ts';
import { currentHeld, hold, tellOpening, whileOpening } from './held.ts';
import { isOfTheWire, mayPass } from './wire-failure.ts';

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
 * server's words. What no answer came to is tried again: after a while, as soon as there is a network or the server is reached
 * again, and when the page is looked at.
 *
 * @returns how to stop
 */
export function keepHeld(troubles: Troubles): () => void {
  let told: string | null = null;
  /** What was typed for an opening that is to be tried again: a first sign-in here makes its vault with it. */
  let left: { readonly userId: string; readonly typed: Typed | null } | null = null;
  const look = () => {
    const session = currentSession();
    if (session === null) {
      left = null;
      again.reset();
      tellOpening(null);
      return;
    }
    if (session.token === null || session.token === told || session.user.status !== 'ACTIVE') return;
    const { token, user } = session;
    told = token;
    again.stop();
    const given = typed ?? (left?.userId === user._id ? left.typed : null);
    typed = null;
    left = null;
    if (currentHeld() === null) tellOpening('opening');
    void open({ ...session, token }, given);
  };
  const open = async (session: Session & { readonly token: string }, given: Typed | null) => {
    const { token, user } = session;
    try {
      await whileOpening(() => openFor(session, given, troubles));
      again.reset();
      if (isStill(user)) tellOpening(currentHeld() === null ? 'failed' : null);
    } catch (failure) {
      if (told === token) told = null;
      if (failure instanceof CallFailed && failure.status === 403) return endSession(failure.message);
      if (isStill(user) && mayPass(failure)) {
        left = { userId: user._id, typed: given };
        return again.later();
      }
      if (isStill(user)) tellOpening('failed');
      if (!isOfTheWire(failure)) troubles.onFault(failure);
    }
  };
  const again = tryingAgain(look, later);
  const lookAll = () => {
    look();
    void goOnline();
  };
  const stops = [subscribe(look), whenBack(lookAll)];
  look();
  return () => {
    again.stop();
    for (const stop of stops) stop();
  };
}

const later: Timer = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** Hears when the server may be there again: the network is, a call has reached it, or somebody looks at the page. */
function whenBack(listener: () => void): () => void {
  let wasOnline = isOnline();
  const onReach = () => {
    const isBack = isOnline() && !wasOnline;
    wasOnline = isOnline();
    if (isBack) listener();
  };
  const visible = () => {
    if (document.visibilityState === 'visible') listener();
  };
  const stop = subscribeReach(onReach);
  addEventListener('online', listener);
  document.addEventListener('visibilitychange', visible);
  return () => {
    stop();
    removeEventListener('online', listener);
    document.removeEventListener('visibilitychange', visible);
  };
}

function isStill({ _id }: Session['user']): boolean {
  return currentSession()?.user._id === _id;
}

async function openFor(session: Session, given: Typed | null, troubles: Troubles): Promise<void> {
  const { user } = session;
  // A session that ended meanwhile opens nothing.
  const isTheirs = () => isStill(user);
  if (!isTheirs()) return;
  // The store comes with Dexie, which the first screen does not wait for.
  const { openSignedIn } = await import('./unlock.ts');
  const next = await openSignedIn({ user, typed: given, isStill: isTheirs, troubles });
  if (next === null || next === currentHeld()) return;
  if (isTheirs()) hold(next);
  else next.close();
}

/** Somebody who works without a sign-in, and whose session of before a reload still lives, goes on with it. */
async function goOnline(): Promise<void> {
  const session = currentSession();
  if (session === null || session.token !== null) return;
  clearForeignSession(session.user._id);
  const stored = readStoredSession();
  if (stored === null) return;
  // Whoever has signed in meanwhile has stored a session of their own.
  const isStored = () => readStoredSession()?.token === stored.token;
  try {
    const { user, tokenExpiryDate } = await api('userMe', {}, { token: stored.token });
    const now = currentSession();
    if (now?.token !== null || !isStored()) return;
    if (now.user._id === user._id) startSession({ token: stored.token, tokenExpiryDate, user });
    else clearStoredSession();
  } catch (failure) {
    if (failure instanceof CallFailed && failure.status === 401) {
      if (isStored()) clearStoredSession();
    } else if (!isOfTheWire(failure)) throw failure;
  }
}
