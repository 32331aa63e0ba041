import { outboxItems, type OutboxItem } from '#store/outbox/list.ts';
import { forgetSynced } from '#store/vault/remembered.ts';
import { liveQuery } from 'dexie';
import type { Held } from './held.ts';

/** How long a sign-out waits for the queue, ms. */
const SEND_FOR = 10_000;

/** Tries to send all that waits, for up to ten seconds. @returns what is left then, the oldest first */
export async function sendBeforeLeaving({ store, wake }: Held): Promise<OutboxItem[]> {
  const { db } = store;
  if ((await db.ops.count()) === 0) return [];
  if (navigator.onLine) {
    wake('asked');
    await new Promise<void>((resolve) => {
      const counting = liveQuery(() => db.ops.count()).subscribe({ next: (count) => count === 0 && end(), error: () => end() });
      const timer = setTimeout(() => end(), SEND_FOR);
      function end(): void {
        clearTimeout(timer);
        // The first count may come before there is anything to call off.
        queueMicrotask(() => counting.unsubscribe());
        resolve();
      }
    });
  }
  return outboxItems(db);
}

/** At a sign-out: the copies of what the server has can be read by nobody from now on. What was not sent stays, sealed. */
export async function forgetCopies({ store }: Held): Promise<void> {
  await forgetSynced(store);
}
