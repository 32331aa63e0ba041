import { CallFailed } from '#contract/call.ts';
import type { Input } from '#contract/calls.ts';
import type { Credentials } from '#src/offline/unlock.ts';
import { api } from '#src/session/api.ts';
import { signIn, signInWithCode, unlock, type LeaveScreens } from '#src/session/auth.ts';
import { currentSession, endSession, renewSession } from '#src/session/session.ts';
import { useMutation } from '@tanstack/react-query';

// No password or code may stay in the mutation cache.
const NOT_CACHED = { gcTime: 0 } as const;

/** The first step of a sign-in: {@link signIn}. @param leaveScreens - for a sign-in over another person's screens */
export function useSignIn(leaveScreens?: LeaveScreens) {
  return useMutation({
    mutationFn: (credentials: Credentials) => signIn(credentials, leaveScreens),
    networkMode: 'always',
    ...NOT_CACHED,
  });
}

/** The second step: {@link signInWithCode}. */
export function useVerifyCode(leaveScreens?: LeaveScreens) {
  return useMutation({ mutationFn: (input: Input<'userOtpVerify'>) => signInWithCode(input, leaveScreens), ...NOT_CACHED });
}

/** Requests a backup code by mail, inside a half-finished sign-in. */
export function useMailBackupCode() {
  return useMutation({ mutationFn: (email: string) => api('userOtpEmail', { email }), ...NOT_CACHED });
}

/** Lifts the lock with the password: {@link unlock}. */
export function useUnlock() {
  return useMutation({ mutationFn: unlock, networkMode: 'always', ...NOT_CACHED });
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
