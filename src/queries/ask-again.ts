import { currentHeld, currentQueue, subscribeHeld } from '#src/held/held.ts';
import type { Query, QueryClient } from '@tanstack/react-query';

/** While a long queue is sent the lists are asked for no more often than this, ms [choice]: each asking costs as much as an item. */
const GATHER = 2000;

/** What may stand on this tablet alone. */
const SUBJECTS = ['patients', 'records'];

/**
 * What the server took of the queue is shown as the server has it: the first at once, the last at once, and what is between in turns.
 * So is what came to a stand, or goes on: it no longer waits to be sent, or does again. What was told, or could not be, before the work
 * kept here was open is asked for again once it is.
 *
 * @returns how to stop
 */
export function askAgainWhenSent(client: QueryClient): () => void {
  let before = currentQueue();
  let wasOpen = currentHeld() !== null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    clearTimeout(timer);
    timer = undefined;
    askedAt = performance.now();
    for (const subject of SUBJECTS) void client.invalidateQueries({ queryKey: [subject] });
  };
  const stop = subscribeHeld(() => {
    const isOpen = currentHeld() !== null;
    if (isOpen && !wasOpen) askForSettled(client);
    wasOpen = isOpen;
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

/** What is still being asked waits for the opening by itself. */
function askForSettled(client: QueryClient): void {
  const isSettled = ({ state }: Query) => state.status !== 'pending';
  for (const subject of SUBJECTS) void client.invalidateQueries({ queryKey: [subject], predicate: isSettled });
}
