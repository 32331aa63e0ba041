import { MINUTE } from '#domain/base/limits.ts';
import { CallFailed, NotSent, Unreachable } from './call.ts';

/**
 * True when the same call may succeed later: no answer came, or the server was busy or failed.
 */
export function isRetryable(failure: unknown): boolean {
  return failure instanceof Unreachable || isServerTrouble(failure);
}

/** True when a copy on this device is the best answer: until a retry may succeed, or while the server takes no call of this build (426). */
export function isCopyBest(failure: unknown): boolean {
  return isRetryable(failure) || isTooOld(failure);
}

/** True when this product's server answered that this build is too old. */
export function isTooOld(failure: unknown): boolean {
  return failure instanceof CallFailed && failure.status === 426;
}

/** True when this product's server answered that it fails (5xx) or is busy (408, 429). */
export function isServerTrouble(failure: unknown): boolean {
  return failure instanceof CallFailed && (failure.status >= 500 || failure.status === 408 || failure.status === 429);
}

/**
 * True when no answer came, or the server failed (5xx). Unlike for {@link isRetryable}, 429 is an answer: to a password it says that
 * too many were tried.
 */
export function isUnanswered(failure: unknown): boolean {
  return failure instanceof Unreachable || (failure instanceof CallFailed && failure.status >= 500);
}

/** True for the errors of a call; any other error is a defect. */
export function isApiError(failure: unknown): boolean {
  return failure instanceof CallFailed || failure instanceof Unreachable || failure instanceof NotSent;
}

/** Limits of a back-off, ms. */
export type BackoffLimits = { readonly first: number; readonly max: number };

/** The delay before a retry: doubles with each failed attempt, up to the maximum. @param failures - attempts that failed since a success */
export function backoffDelay(failures: number, { first, max }: BackoffLimits): number {
  return Math.min(max, first * 2 ** Math.min(Math.max(failures, 0), 30));
}

/**
 * Repeats a call with back-off until the server has answered it: with a success, or with a refusal that no retry would change.
 * Resolves then.
 *
 * @param wait - resolves after so many ms
 * @throws what `call` throws that is no API error
 */
export async function retryUntilAnswered(
  call: () => Promise<unknown>,
  wait: (ms: number) => Promise<void>,
  limits: BackoffLimits = { first: 1000, max: MINUTE },
): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    try {
      await call();
      return;
    } catch (failure) {
      if (!(failure instanceof Unreachable || failure instanceof CallFailed)) throw failure;
      if (!isRetryable(failure)) return;
    }
    await wait(backoffDelay(failures, limits));
  }
}
