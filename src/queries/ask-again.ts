import { currentQueue, subscribeHeld } from '#src/held/held.ts';
import type { QueryClient } from '@tanstack/react-query';

/** While a long queue is sent the lists are asked for no more often than this, ms [choice]: each asking costs as much as an item. */
const GATHER = 2000;

/** What the server took of the queue is shown as the server has it: the first at once, the last at once, and what is between in turns. @returns how to stop */
export function askAgainWhenSent(client: QueryClient): () => void {
  let before = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    clearTimeout(timer);
    timer = undefined;
    askedAt = performance.now();
    for (const subject of ['patients', 'records']) void client.invalidateQueries({ queryKey: [subject] });
  };
  const stop = subscribeHeld(() => {
    const { unsent } = currentQueue();
    const hasSent = unsent < before;
    before = unsent;
    if (!hasSent) return;
    const wait = askedAt + GATHER - performance.now();
    if (unsent === 0 || wait <= 0) ask();
    else timer ??= setTimeout(ask, wait);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
