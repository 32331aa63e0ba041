import type { Input } from '#contract/calls.ts';
import { CallFailed } from '#contract/call.ts';
import { currentSession, endSession, renewSession, startSession } from '#src/session/session.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from './api.ts';

/** Signs in and opens the session of this tab. */
export function useSignIn() {
  return useMutation({
    mutationFn: (input: Input<'userLogin'>) => api('userLogin', input),
    onSuccess: ({ token, tokenExpiryDate, user }) => startSession({ token, tokenExpiryDate, user }),
    // The password must not stay in the mutation cache.
    gcTime: 0,
  });
}

/**
 * Moves the session's end one hour on. A refusal ends the session (spec §4).
 *
 * @throws Unreachable when no answer came; the session then lasts as long as it did
 */
export async function extendSession(): Promise<void> {
  try {
    renewSession(await api('userExtendToken', {}));
  } catch (failure) {
    if (failure instanceof CallFailed && currentSession() !== null) endSession(failure.message);
    throw failure;
  }
}

/** Ends the session here and on the server. Without a network the token is forgotten here and ends there by itself. */
export async function signOut(): Promise<void> {
  const leaving = currentSession();
  if (leaving === null) return;
  const told = api('userDestroyToken', {}, { token: leaving.token, signal: AbortSignal.timeout(5000) });
  await told.catch(() => undefined);
  endSession();
}
