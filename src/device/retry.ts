import { MINUTE } from '#domain/base/limits.ts';
import { backoffDelay } from '#contract/engine/retry.ts';
import type { Timer } from '#store/sync/send-context.ts';

/** Delays between retries of an opening, ms [choice]. */
const LIMITS = { first: 2000, max: MINUTE } as const;

/** The longest delay that a browser's timer takes, ms; a longer one would run at once. */
const TIMER_MAX = 2_147_483_647;

/** The page's timer. */
export const pageTimer: Timer = (ms, run) => {
  const handle = setTimeout(run, Math.min(ms, TIMER_MAX));
  return () => clearTimeout(handle);
};

/** Resolves after so many ms. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

type Backoff = {
  /** Schedules the next run. */
  readonly later: () => void;
  /** Cancels the scheduled run. */
  readonly stop: () => void;
  /** As `stop`; the next delay is the first again. */
  readonly reset: () => void;
};

/** Schedules retries with delays that double from two seconds up to a minute. */
export function createBackoff(run: () => void, timer: Timer): Backoff {
  let failures = 0;
  let cancel: (() => void) | undefined;
  const stop = () => {
    cancel?.();
    cancel = undefined;
  };
  return {
    later: () => {
      stop();
      cancel = timer(backoffDelay(failures, LIMITS), () => {
        cancel = undefined;
        run();
      });
      failures += 1;
    },
    stop,
    reset: () => {
      stop();
      failures = 0;
    },
  };
}
