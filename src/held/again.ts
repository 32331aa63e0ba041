import type { Timer } from '#store/replay/sending.ts';

/** The first try again comes after this, and no two are further apart than the other, ms [choice]. */
const FIRST = 2000;
const LONGEST = 60_000;

type Again = {
  /** Runs it after a while: 2 seconds at first, and twice as long each time. */
  readonly later: () => void;
  /** Takes away what is to run. */
  readonly stop: () => void;
  /** As `stop`, and the next wait is the first again. */
  readonly reset: () => void;
};

/** Runs something again after a failure that may pass, and waits longer each time, up to a minute. */
export function tryingAgain(run: () => void, timer: Timer): Again {
  let wait = FIRST;
  let cancel: (() => void) | undefined;
  const stop = () => {
    cancel?.();
    cancel = undefined;
  };
  return {
    later: () => {
      stop();
      cancel = timer(wait, () => {
        cancel = undefined;
        run();
      });
      wait = Math.min(wait * 2, LONGEST);
    },
    stop,
    reset: () => {
      stop();
      wait = FIRST;
    },
  };
}
