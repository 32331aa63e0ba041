import * as v from 'valibot';
import { SESSION_KEY } from '#src/device/storage-keys.ts';
import { tabItems } from '#src/device/web-storage.ts';

type TabItems = typeof tabItems;

/** Key of the lock time, epoch ms: a reload, or a tab that slept, must not open a locked session. */
const LOCK_KEY = 'assent.lock';

/** Key of a full sign-in that this tablet has not finished: a reload has no password to finish it with. */
const SIGN_IN_KEY = 'assent.sign-in';

/** `at`: the time of the sign-in by this device's clock, epoch ms */
const UnfinishedSignIn = v.object({ userId: v.string(), at: v.pipe(v.number(), v.finite()) });

/**
 * Stored part of a session: the owner is read again with user/me, so no name is in storage. `userId` tells only whether another
 * person works in this tab by now; without it, the session may be anybody's.
 */
export const StoredSession = v.object({ token: v.string(), tokenExpiryDate: v.string(), userId: v.optional(v.string()) });
export type StoredSession = v.InferOutput<typeof StoredSession>;

/** The stored session of this tab; null when there is none, or the stored value is invalid. */
export function readStoredSession(storage: TabItems = tabItems): StoredSession | null {
  try {
    const found = v.safeParse(StoredSession, JSON.parse(storage.getItem(SESSION_KEY) ?? 'null'));
    return found.success ? found.output : null;
  } catch {
    return null;
  }
}

/** Stores the token for a reload of this tab. When storage is refused, the session lasts until the reload. */
export function writeStoredSession({ token, tokenExpiryDate, userId }: StoredSession, storage: TabItems = tabItems): void {
  try {
    storage.setItem(SESSION_KEY, JSON.stringify({ token, tokenExpiryDate, userId }));
  } catch {
    // Refused or full storage must not stop anybody from working.
  }
}

/** Removes a stored session that is not known to be this person's: a reload must not open it for them. */
export function clearForeignSession(userId: string, storage: TabItems = tabItems): void {
  const stored = readStoredSession(storage);
  if (stored !== null && stored.userId !== userId) clearStoredSession(storage);
}

export function clearStoredSession(storage: TabItems = tabItems): void {
  storage.removeItem(SESSION_KEY);
  storage.removeItem(LOCK_KEY);
  storage.removeItem(SIGN_IN_KEY);
}

/** Notes a full sign-in whose password has not opened or made the person's vault on this tablet yet. @param at - epoch ms */
export function noteSignIn(userId: string, at: number, storage: TabItems = tabItems): void {
  try {
    storage.setItem(SIGN_IN_KEY, JSON.stringify({ userId, at }));
  } catch {
    // As above.
  }
}

/** Time of this person's full sign-in, epoch ms, as long as this tablet has not finished it; null after that. */
export function unfinishedSignIn(userId: string, storage: TabItems = tabItems): number | null {
  try {
    const found = v.safeParse(UnfinishedSignIn, JSON.parse(storage.getItem(SIGN_IN_KEY) ?? 'null'));
    return found.success && found.output.userId === userId ? found.output.at : null;
  } catch {
    return null;
  }
}

/** Notes that the password of this tab's sign-in has done its work on this tablet. */
export function finishSignIn(storage: TabItems = tabItems): void {
  storage.removeItem(SIGN_IN_KEY);
}

/** True when the stored session must be opened under a lock. @param now - epoch ms */
export function isLockDue(now: number, storage: TabItems = tabItems): boolean {
  const stored = storage.getItem(LOCK_KEY);
  // An unreadable time counts as past: closed is the safe side.
  return stored !== null && !(Number(stored) > now);
}

/** Stores the lock time of this tab, epoch ms; null removes it. */
export function storeLockTime(at: number | null, storage: TabItems = tabItems): void {
  try {
    if (at === null) storage.removeItem(LOCK_KEY);
    else storage.setItem(LOCK_KEY, String(at));
  } catch {
    // As above.
  }
}
