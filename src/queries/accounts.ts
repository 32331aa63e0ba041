import { CallFailed } from '#contract/engine/call.ts';
import { api } from '#src/session/api.ts';
import { unlock } from '#src/auth/auth.ts';
import { unlockWithPin } from '#src/auth/unlock-with-pin.ts';
import { currentSession, endSession, renewSession } from '#src/session/session.ts';
import { useMutation } from '@tanstack/react-query';

// No password or code may stay in the mutation cache.
const NOT_CACHED = { gcTime: 0 } as const;

/** Lifts the lock with the password: {@link unlock}. */
export function useUnlock() {
  return useMutation({ mutationFn: unlock, networkMode: 'always', ...NOT_CACHED });
}

/** Opens the lock with the tablet PIN; neither the PIN nor its answer stays in the cache. */
export function useUnlockWithPin() {
  return useMutation({ mutationFn: unlockWithPin, networkMode: 'always', ...NOT_CACHED });
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
