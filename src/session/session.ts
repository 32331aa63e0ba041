import type { User } from '#contract/user-shapes.ts';
import { useSyncExternalStore } from 'react';
import { clearForeignSession, clearStoredSession, keepLockTime, writeStoredSession } from './stored-session.ts';

/**
 * A staff session: in memory, and its token in this tab's sessionStorage. Without a token it is the work on this tablet alone,
 * opened with the password while there was no network: nothing can be sent until somebody signs in.
 */
export type Session = { readonly token: string | null; readonly tokenExpiryDate: string; readonly user: User };

/**
 * Screens that stay as they are, hidden, until the person whose they are proves to be there: `locked` needs the password, `ended`
 * a new sign-in. What was typed waits in memory under it, never on the disk.
 */
export type Veil = { readonly kind: 'locked' | 'ended'; readonly session: Session };

let session: Session | null = null;
let veil: Veil | null = null;
let farewell: string | null = null;
const listeners = new Set<() => void>();
const atEnd = new Set<(userId: string | undefined) => void>();

/** The session that is open in this tab, or null; what calls are made with. It stays open while the screen is locked. */
export function currentSession(): Session | null {
  return session;
}

/** The session whose screens these are, also while a veil is over them; null when there is none. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, () => session ?? veil?.session ?? null);
}

/** What lies over the screens, or null. */
export function currentVeil(): Veil | null {
  return veil;
}

export function useVeil(): Veil | null {
  return useSyncExternalStore(subscribe, currentVeil);
}

/**
 * Opens a session, after a sign-in or once user/me has told whose a stored token is. A veil over the same person's screens is
 * lifted; the screens of somebody else are to be ended first.
 */
export function startSession(started: Session): void {
  veil = null;
  keepLockTime(null);
  change(started);
}

/** Takes over a new end, and whatever token came with it. Without a session nothing happens. */
export function renewSession({ token, tokenExpiryDate }: Pick<Session, 'token' | 'tokenExpiryDate'>): void {
  if (session !== null) change({ ...session, token, tokenExpiryDate });
}

/** Takes over what the server now says of the person signed in. Without a session nothing happens. */
export function changeUser(user: User): void {
  if (session !== null) change({ ...session, user });
}

/** Hides the screens until the password is given; also after a reload. Without an open session nothing happens. */
export function lockSession(): void {
  if (session === null || veil !== null) return;
  veil = { kind: 'locked', session };
  keepLockTime(0);
  announce();
}

/** Lifts the lock, with the token and end that the password gave. */
export function unlockSession(given: Pick<Session, 'token' | 'tokenExpiryDate'>): void {
  if (session !== null) startSession({ ...session, ...given });
}

/**
 * Ends the session in memory and storage. Asked for, everything that was registered with {@link onSessionEnd} is forgotten at
 * once; unasked, the screens stay under a veil until the same person signs in again or the end is asked for.
 *
 * @param reason - a sentence that the person is then shown; left out when the end was asked for
 */
export function endSession(reason?: string): void {
  clearStoredSession();
  farewell = reason ?? null;
  const left = session ?? veil?.session;
  session = null;
  if (reason !== undefined && left !== undefined) veil = { kind: 'ended', session: left };
  else {
    veil = null;
    for (const forget of atEnd) forget(left?.user._id);
  }
  announce();
}

/** Asks for a sign-in over the screens that were opened without the network; they wait under it. */
export function askToSignIn(): void {
  endSession('Sign in to send what is saved on this tablet');
}

/** Why the last session ended, when nobody asked for it. */
export function endReason(): string | null {
  return farewell;
}

/**
 * What has to be forgotten with the session (query cache, page state).
 *
 * @param forget - is told whose session it was; undefined when there was none
 * @returns how to stop
 */
export function onSessionEnd(forget: (userId: string | undefined) => void): () => void {
  atEnd.add(forget);
  return () => atEnd.delete(forget);
}

/** Hears that the person under a veil has proved to be there. @returns how to stop */
export function onVeilLifted(listener: () => void): () => void {
  let isVeiled = veil !== null;
  return subscribe(() => {
    const wasVeiled = isVeiled;
    isVeiled = veil !== null;
    if (wasVeiled && !isVeiled && session !== null) listener();
  });
}

/** Hears every start, renewal, veil and end. @returns how to stop */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: Session): void {
  session = next;
  farewell = null;
  // Without a token there is nothing new that a reload could go on with; what lies there may still be this person's.
  if (next.token === null) clearForeignSession(next.user._id);
  else writeStoredSession({ ...next, token: next.token, userId: next.user._id });
  announce();
}

function announce(): void {
  for (const listener of listeners) listener();
}
