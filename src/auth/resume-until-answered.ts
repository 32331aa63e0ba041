import { retryUntilAnswered } from '#contract/engine/retry.ts';
import { pause } from '#src/device/retry.ts';
import { START_BACKOFF } from '#src/device/timeouts.ts';
import { resumeStored } from './auth.ts';

/** Resumes the stored session as soon as the server has answered whose it is, however often it is asked; until nobody waits any more. */
export function resumeUntilAnswered(stopped: AbortSignal): Promise<void> {
  return retryUntilAnswered(async () => (stopped.aborted ? undefined : resumeStored()), pause, START_BACKOFF);
}
