import { api } from '#src/queries/api.ts';
import { SHORT_WAIT } from './waits.ts';
import { CallFailed } from '#contract/call.ts';
import { currentSession, endSession, lockSession, startSession } from './session.ts';
import { isLockDue, readStoredSession } from './stored-session.ts';

/**
 * Opens the session again that this tab had before a reload, by asking the server whose the token is. A tab that was
 * locked, or should have been by now, is so again. Without a stored token, or with one that the server refuses, nothing is open afterwards.
 *
 * @throws Unreachable, or CallFailed of a busy server: the token is kept, trying again may help
 */
export async function restoreSession(): Promise<void> {
  const stored = readStoredSession();
  if (currentSession() !== null || stored === null) return;
  try {
    const { user, tokenExpiryDate } = await api('userMe', {}, { token: stored.token, limitMs: SHORT_WAIT });
    // Whoever has opened their work meanwhile goes on with it.
    if (currentSession() !== null || readStoredSession()?.token !== stored.token) return;
    const isLocked = isLockDue(Date.now());
    startSession({ token: stored.token, tokenExpiryDate, user });
    if (isLocked) lockSession();
  } catch (failure) {
    if (!(failure instanceof CallFailed) || failure.status >= 500 || failure.status === 429) throw failure;
    // The call itself has ended the session on a 401, with the server's words.
    if (failure.code !== 'SIGN_IN') endSession();
  }
}
