import * as v from 'valibot';

/** Where this tab keeps its staff token: sessionStorage, never localStorage, so closing the tab forgets it. */
export const SESSION_KEY = 'assent.session';

/** When this tab is to be locked, epoch ms: a reload, or a tab that was put to sleep, must not open it again. */
const LOCK_KEY = 'assent.lock';

/**
 * What is kept of a session: who it belongs to is asked again with user/me, so no name lies in storage. `userId` tells only whether
 * somebody else works in this tab by now; without it, it may be anybody's.
 */
export const StoredSession = v.object({ token: v.string(), tokenExpiryDate: v.string(), userId: v.optional(v.string()) });
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
export function writeStoredSession({ token, tokenExpiryDate, userId }: StoredSession, storage: Storage = sessionStorage): void {
  try {
    storage.setItem(SESSION_KEY, JSON.stringify({ token, tokenExpiryDate, userId }));
  } catch {
    // Refused or full storage must not keep anybody from working.
  }
}

/** Takes away a stored session that is not known to be this person's: a reload must not open it for them. */
export function clearForeignSession(userId: string, storage: Storage = sessionStorage): void {
  const stored = readStoredSession(storage);
  if (stored !== null && stored.userId !== userId) clearStoredSession(storage);
}

export function clearStoredSession(storage: Storage = sessionStorage): void {
  storage.removeItem(SESSION_KEY);
  storage.removeItem(LOCK_KEY);
}

/** Whether the stored session is to be opened under a lock. @param now - epoch ms */
export function isLockDue(now: number, storage: Storage = sessionStorage): boolean {
  const stored = storage.getItem(LOCK_KEY);
  // What cannot be read as a time counts as past: closed is the safe side.
  return stored !== null && !(Number(stored) > now);
}

/** Keeps when the tab is to be locked, epoch ms; null takes it away. */
export function keepLockTime(at: number | null, storage: Storage = sessionStorage): void {
  try {
    if (at === null) storage.removeItem(LOCK_KEY);
    else storage.setItem(LOCK_KEY, String(at));
  } catch {
    // As above.
  }
}
