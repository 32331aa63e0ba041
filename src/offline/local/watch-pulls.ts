import type { VaultDatabase } from '#store/db/vault-database.ts';
import { liveQuery } from 'dexie';

/** Shortest time between two notifications of single changes, ms [choice]: a pull writes hundreds of them. */
const NOTIFY_INTERVAL = 500;

type Watched = Pick<VaultDatabase, 'kv' | 'listings' | 'consents'>;

/**
 * Calls back after each complete pull, and after changes of listings and forms on this device, also from another tab.
 *
 * @returns how to stop
 */
export function watchPulls({ kv, listings, consents }: Watched, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;
  const notify = () => {
    timer = undefined;
    onChange();
  };
  const notifySoon = () => {
    // The first result is the present state, not a change.
    if (!isFirst) timer ??= setTimeout(notify, NOTIFY_INTERVAL);
    isFirst = false;
  };
  const subscriptions = [
    // A database that is closing has no more changes.
    liveQuery(() => kv.get('fetchedAt')).subscribe({ next: onChange, error: () => undefined }),
    // A live count runs again after every write to its table, also when the number stays the same.
    liveQuery(() => Promise.all([listings.count(), consents.count()])).subscribe({ next: notifySoon, error: () => undefined }),
  ];
  return () => {
    clearTimeout(timer);
    for (const subscription of subscriptions) subscription.unsubscribe();
  };
}
