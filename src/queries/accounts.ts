import type { Input, Output } from '#contract/calls.ts';
import { CallFailed } from '#contract/call.ts';
import { currentSession, endSession, renewSession, unlockSession } from '#src/session/session.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from './api.ts';

/** What a sign-in answers; whoever asked opens the session with it. */
export type SignedIn = Output<'userLogin'>;

// No password or code may stay in the mutation cache.
const FORGET = { gcTime: 0 } as const;

/** The first step of a sign-in. A 403 TWO_FACTOR_REQUIRED asks for the second. */
export function useSignIn() {
  return useMutation({ mutationFn: (input: Input<'userLogin'>) => api('userLogin', input), ...FORGET });
}

/** The second step: six digits of the authenticator, or of a mail. */
export function useVerifyCode() {
  return useMutation({ mutationFn: (input: Input<'userOtpVerify'>) => api('userOtpVerify', input), ...FORGET });
}

/** Asks for a backup code by mail, inside a half-finished sign-in. */
export function useMailBackupCode() {
  return useMutation({ mutationFn: (email: string) => api('userOtpEmail', { email }), ...FORGET });
}

/** Opens the locked screen with the password. */
export function useUnlock() {
  return useMutation({
    mutationFn: (password: string) => api('userUnlock', { password }),
    onSuccess: unlockSession,
    ...FORGET,
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
  if (leaving !== null) {
    const told = api('userDestroyToken', {}, { token: leaving.token, signal: AbortSignal.timeout(5000) });
    await told.catch(() => undefined);
  }
  endSession();
}
