import { MINUTE } from '#domain/base/limits.ts';
import { SHELL_REFILL } from '#store/session/shell-refill.ts';
import { isReached } from './last-ping.ts';
import { activeWorker, postToWorker } from './post-to-worker.ts';
import { sentinelCopies } from './sentinel-copies.ts';

/** Longest wait for a worker that fetches the app's files, ms [choice]. */
const REFILL_LIMIT = MINUTE;
/** Pause after the files could not be put back, ms [choice]: the server may have another build, which comes as an update. */
const REFILL_PAUSE = MINUTE;

/** Whether the worker has said since the start of this page that it has the whole app. */
let isComplete = false;
let mayAskAt = 0;
let isAsking = false;

/**
 * Has the worker fetch what is missing of the app's files: at the first look of each page, and once the browser has cleared its caches,
 * which takes the sentinel's copy with the rest. Without the server nothing is asked.
 *
 * @param now - ms of a clock that runs evenly
 * @returns true when the files have just been put back after such a loss: the sentinel's copy is to be written again
 */
export async function refillShellIfMissing(now = performance.now()): Promise<boolean> {
  if (isAsking || now < mayAskAt || !isReached()) return false;
  isAsking = true;
  try {
    const isCleared = (await sentinelCopies.cached.read('sentinel')) === null;
    if (isComplete && !isCleared) return false;
    // At the first visit it is still fetching the app.
    if ((await activeWorker()) === undefined) return false;
    isComplete = (await postToWorker({ type: SHELL_REFILL }, REFILL_LIMIT)) === true;
    if (!isComplete) mayAskAt = now + REFILL_PAUSE;
    return isComplete && isCleared;
  } finally {
    isAsking = false;
  }
}
