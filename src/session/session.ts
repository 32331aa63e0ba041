import type { User } from '#contract/shapes/user-shapes.ts';
import { currentQueueStatus } from '#src/device/queue-status.ts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { nextAuthState, SIGNED_OUT, type AuthEvent, type AuthState, type LockReason, type Session } from './auth-state.ts';
import { signInReason } from './sign-in-reason.ts';
import { clearForeignSession, clearStoredSession, storeLockTime, writeStoredSession } from './stored-session.ts';

export type { Session } from './auth-state.ts';

/** The part of the state that hides the screens: a lock, or an end that was not requested. */
export type SessionOverlay = Extract<AuthState, { readonly kind: 'locked' | 'ended' }>;

const auth = createStore<AuthState>(() => SIGNED_OUT);
const endListeners = new Set<(userId: string | undefined) => void>();

// The first listener of the store: data are dropped before any screen renders the new state.
let onNextState = () => {};
auth.subscribe(() => {
  const run = onNextState;
  onNextState = () => {};
  run();
});

/** The session that calls are made with, also under a lock; null when there is none. */
export function currentSession(): Session | null {
  const state = auth.getState();
  return state.kind === 'signedOut' || state.kind === 'ended' ? null : state.session;
}

/** The session whose screens are mounted, also under an overlay; null when there is none. */
export function useSession(): Session | null {
  return useStore(auth, (state) => (state.kind === 'signedOut' ? null : state.session));
}

/** The name of whoever is signed in, as it is printed beside a signature; empty for nobody. */
export function useOwnName(): string {
  const user = useSession()?.user;
  return `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim();
}

export function currentOverlay(): SessionOverlay | null {
  return overlayOf(auth.getState());
}

export function useOverlay(): SessionOverlay | null {
  return overlayOf(useStore(auth));
}

/** Whether this person is at the screens: their session is open, and no overlay hides it. */
export function useIsAtScreen(userId: string): boolean {
  return useStore(auth, (state) => isOpenFor(state, userId));
}

/** Opens a session and lifts an overlay. Called by the moves in `src/auth` alone: they open the vault, or lift a lock over one that is open. */
export function startSession(session: Session): void {
  storeLockTime(null);
  dispatch({ kind: 'entered', session });
}

/** Sets the session's new end and token. Without a session nothing happens. */
export function renewSession({ token, tokenExpiryDate }: Pick<Session, 'token' | 'tokenExpiryDate'>): void {
  dispatch({ kind: 'renewed', token, tokenExpiryDate });
}

/** Sets the server's present data of the person signed in. Without a session nothing happens. */
export function changeUser(user: User): void {
  dispatch({ kind: 'userChanged', user });
}

/**
 * Hides the screens until the password is entered; an idle lock also after a reload, at which the others are judged anew. Without an open
 * session nothing happens.
 */
export function lockSession(why: LockReason = 'idle'): void {
  const { kind } = auth.getState();
  if (kind !== 'online' && kind !== 'offline') return;
  if (why === 'idle') storeLockTime(0);
  dispatch({ kind: 'lock', why, at: Date.now() });
}

/**
 * Ends the session in memory and storage. On request, the listeners of {@link onSessionEnd} drop their data at once; unasked, the
 * screens stay under an overlay until the same person signs in again or leaves.
 *
 * @param reason - a sentence for the person; left out when the end was asked for
 */
export function endSession(reason?: string): void {
  const state = auth.getState();
  clearStoredSession();
  if (reason !== undefined && state.kind !== 'signedOut') return dispatch({ kind: 'expired', reason });
  const userId = state.kind === 'signedOut' ? undefined : state.session.user._id;
  dispatch(reason === undefined ? { kind: 'left' } : { kind: 'expired', reason }, () => {
    for (const drop of endListeners) drop(userId);
  });
}

/** Asks for a sign-in over the screens that were opened without the network; they stay mounted under it. */
export function askToSignIn(): void {
  endSession(signInReason(currentQueueStatus().unsent));
}

/** Message with which the last session ended, when the end was not requested. */
export function endReason(): string | null {
  const state = auth.getState();
  return state.kind === 'signedOut' || state.kind === 'ended' ? state.reason : null;
}

/**
 * Registers data that are dropped with the session (query cache, page state).
 *
 * @param drop - receives the id of the person whose session it was; undefined when there was none
 * @returns how to stop
 */
export function onSessionEnd(drop: (userId: string | undefined) => void): () => void {
  endListeners.add(drop);
  return () => endListeners.delete(drop);
}

/** Calls the listener once the person under an overlay has proved to be there. @returns how to stop */
export function onOverlayRemoved(listener: () => void): () => void {
  return auth.subscribe((state, before) => {
    if (overlayOf(before) !== null && (state.kind === 'online' || state.kind === 'offline')) listener();
  });
}

/** Calls the listener after every move. @returns how to stop */
export function subscribe(listener: () => void): () => void {
  return auth.subscribe(listener);
}

function dispatch(event: AuthEvent, drop: () => void = () => {}): void {
  const before = auth.getState();
  const state = nextAuthState(before, event);
  if ((event.kind === 'entered' || event.kind === 'renewed' || event.kind === 'userChanged') && state !== before)
    storeToken(state);
  onNextState = drop;
  auth.setState(state, true);
}

function isOpenFor(state: AuthState, userId: string): boolean {
  return state.kind !== 'signedOut' && overlayOf(state) === null && state.session.user._id === userId;
}

function overlayOf(state: AuthState): SessionOverlay | null {
  return state.kind === 'ended' || state.kind === 'locked' ? state : null;
}

/** Stores the token for a reload. A session without one stores nothing, and leaves only its own person's token there. */
function storeToken(state: AuthState): void {
  if (state.kind === 'signedOut' || state.kind === 'ended') return;
  const { token, user } = state.session;
  if (token === null) clearForeignSession(user._id);
  else writeStoredSession({ ...state.session, token, userId: user._id });
}
