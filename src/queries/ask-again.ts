import { currentQueue, subscribeHeld } from '#src/held/held.ts';
import type { QueryClient } from '@tanstack/react-query';

/** While a long queue is sent the lists are asked for no more often than this, ms [choice]: each asking costs as much as an item. */
const GATHER = 2000;

/**
 * What the server took of the queue is shown as the server has it: the first at once, the last at once, and what is between in turns.
 * So is what came to a stand, or goes on: it no longer waits to be sent, or does again.
 *
 * @returns how to stop
 */
export function askAgainWhenSent(client: QueryClient): () => void {
  let before = currentQueue();
  let askedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    clearTimeout(timer);
    timer = undefined;
    askedAt = performance.now();
    for (const subject of ['patients', 'records']) void client.invalidateQueries({ queryKey: [subject] });
  };
  const stop = subscribeHeld(() => {
    const { unsent, stopped, isKnown } = currentQueue();
    const hasSent = unsent < before.unsent;
    // What stood still before this page was opened is in the lists from the beginning.
    const hasStopped = isKnown && before.isKnown && stopped !== before.stopped;
    before = currentQueue();
    if (!hasSent && !hasStopped) return;
    const wait = askedAt + GATHER - performance.now();
    if (unsent === 0 || wait <= 0) ask();
    else timer ??= setTimeout(ask, wait);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
