import type { User } from '#contract/accounts.ts';
import { useSyncExternalStore } from 'react';
import { clearStoredSession, writeStoredSession } from './stored-session.ts';

/** A staff session: in memory, and its token in this tab's sessionStorage. */
export type Session = { readonly token: string; readonly tokenExpiryDate: string; readonly user: User };

let session: Session | null = null;
let farewell: string | null = null;
const listeners = new Set<() => void>();
const atEnd = new Set<() => void>();

/** The session that is open in this tab, or null. */
export function currentSession(): Session | null {
  return session;
}

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession);
}

/** Opens a session, after a sign-in or once user/me has told whose a stored token is. */
export function startSession(started: Session): void {
  session = started;
  farewell = null;
  writeStoredSession(started);
  announce();
}

/** Takes over a new end, and whatever token came with it. Without a session nothing happens. */
export function renewSession({ token, tokenExpiryDate }: Pick<Session, 'token' | 'tokenExpiryDate'>): void {
  if (session !== null) startSession({ ...session, token, tokenExpiryDate });
}

/**
 * Forgets the session in memory and storage, and all that was registered with {@link onSessionEnd}.
 *
 * @param reason - a sentence that the sign-in screen then shows; left out when the person signed out
 */
export function endSession(reason?: string): void {
  clearStoredSession();
  session = null;
  farewell = reason ?? null;
  for (const forget of atEnd) forget();
  announce();
}

/** Why the last session ended, when nobody asked for it. */
export function endReason(): string | null {
  return farewell;
}

/** What has to be forgotten with the session (query cache, page state). @returns how to stop */
export function onSessionEnd(forget: () => void): () => void {
  atEnd.add(forget);
  return () => atEnd.delete(forget);
}

/** Hears every start, renewal and end. @returns how to stop */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  for (const listener of listeners) listener();
}
