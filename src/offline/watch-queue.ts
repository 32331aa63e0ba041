import type { VaultDatabase } from '#store/db/vault-database.ts';
import type { Timer } from '#store/sync/send-context.ts';
import Dexie, { type ObservabilitySet } from 'dexie';
import { pageTimer } from '#src/device/retry.ts';

/** Shortest time between two notifications, ms [choice]: sending a queue changes it often. */
const QUEUE_NOTIFY_INTERVAL = 250;

/**
 * Calls back at once after a change of the queue, also from another tab, and once for all changes in the interval that follows. A live
 * query would read after each of them.
 *
 * @returns how to stop
 */
export function watchQueue({ name }: Pick<VaultDatabase, 'name'>, onChange: () => void, timer: Timer = pageTimer): () => void {
  const ops = `idb://${name}/ops/`;
  let cancel: (() => void) | undefined;
  let isChanged = false;
  const notify = () => {
    isChanged = false;
    cancel = timer(QUEUE_NOTIFY_INTERVAL, () => {
      cancel = undefined;
      if (isChanged) notify();
    });
    onChange();
  };
  const onMutation = (parts: ObservabilitySet) => {
    if (!Object.keys(parts).some((part) => part === 'all' || part.startsWith(ops))) return;
    if (cancel === undefined) notify();
    else isChanged = true;
  };
  Dexie.on('storagemutated', onMutation);
  return () => {
    Dexie.on.storagemutated.unsubscribe(onMutation);
    cancel?.();
  };
}
