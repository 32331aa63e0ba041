import * as v from 'valibot';

/** Where this tab keeps its staff token: sessionStorage, never localStorage, so closing the tab forgets it. */
export const SESSION_KEY = 'assent.session';

/** What is kept of a session: who it belongs to is asked again with user/me, so no name lies in storage. */
export const StoredSession = v.object({ token: v.string(), tokenExpiryDate: v.string() });
export type StoredSession = v.InferOutput<typeof StoredSession>;

/** The stored session of this tab; null when there is none, or what lies there is not one. */
export function readStoredSession(storage: Storage = sessionStorage): StoredSession | null {
  try {
    const found = v.safeParse(StoredSession, JSON.parse(storage.getItem(SESSION_KEY) ?? 'null'));
    return found.success ? found.output : null;
  } catch {
    return null;
  }
}

/** Keeps the token for a reload of this tab. Where storage is refused, the session lasts until the reload. */
export function writeStoredSession({ token, tokenExpiryDate }: StoredSession, storage: Storage = sessionStorage): void {
  try {
    storage.setItem(SESSION_KEY, JSON.stringify({ token, tokenExpiryDate }));
  } catch {
    // Refused or full storage must not keep anybody from working.
  }
}

export function clearStoredSession(storage: Storage = sessionStorage): void {
  storage.removeItem(SESSION_KEY);
}
