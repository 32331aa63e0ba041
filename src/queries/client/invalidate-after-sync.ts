import { currentOfflineSession, subscribeOffline } from '#src/offline/session.ts';
import { currentQueueStatus } from '#src/device/queue-status.ts';
import type { Query, QueryClient } from '@tanstack/react-query';

/** Shortest time between two refetches of the lists while a long queue is sent, ms [choice]: each costs as much as an op. */
const INVALIDATE_INTERVAL = 2000;

/** Query keys of entities that may exist on this tablet alone. */
const SUBJECTS = ['patients', 'records'];

/**
 * Invalidates the lists after the server has acknowledged ops: at once for the first and the last, throttled in between. Also
 * after an op becomes blocked or is unblocked, because its state in the lists changes. Answers and failures from before the vault
 * was open are invalidated once it opens.
 *
 * @returns how to stop
 */
export function invalidateAfterSync(client: QueryClient): () => void {
  let before = currentQueueStatus();
  let wasOpen = currentOfflineSession() !== null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    clearTimeout(timer);
    timer = undefined;
    askedAt = performance.now();
    for (const subject of SUBJECTS) void client.invalidateQueries({ queryKey: [subject] });
  };
  const stop = subscribeOffline(() => {
    const isOpen = currentOfflineSession() !== null;
    if (isOpen && !wasOpen) invalidateSettled(client);
    wasOpen = isOpen;
    const { unsent, blocked, isKnown } = currentQueueStatus();
    const hasSent = unsent < before.unsent;
    // Ops that were blocked before this page was opened are in the lists from the beginning.
    const hasStopped = isKnown && before.isKnown && blocked !== before.blocked;
    before = currentQueueStatus();
    if (!hasSent && !hasStopped) return;
    const wait = askedAt + INVALIDATE_INTERVAL - performance.now();
    if (unsent === 0 || wait <= 0) ask();
    else timer ??= setTimeout(ask, wait);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** Pending queries are left alone: they wait for the opening by themselves. */
function invalidateSettled(client: QueryClient): void {
  const isSettled = ({ state }: Query) => state.status !== 'pending';
  for (const subject of SUBJECTS) void client.invalidateQueries({ queryKey: [subject], predicate: isSettled });
}
