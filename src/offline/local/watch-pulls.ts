import type { VaultDatabase } from '#store/db/vault-database.ts';
import { liveQuery } from 'dexie';

/** Shortest time between two notifications of single changes, ms [choice]: a pull writes hundreds of them. */
const PULL_NOTIFY_INTERVAL = 500;

type Watched = Pick<VaultDatabase, 'kv' | 'listings' | 'consents'>;

/** Calls back after each complete pull, also from another tab. @returns how to stop */
export function watchCompletePulls({ kv }: Pick<Watched, 'kv'>, onChange: () => void): () => void {
  // A database that is closing has no more changes.
  const subscription = liveQuery(() => kv.get('fetchedAt')).subscribe({ next: onChange, error: () => undefined });
  return () => subscription.unsubscribe();
}

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
    if (!isFirst) timer ??= setTimeout(notify, PULL_NOTIFY_INTERVAL);
    isFirst = false;
  };
  const stopPulls = watchCompletePulls({ kv }, onChange);
  // A live count runs again after every write to its table, also when the number stays the same.
  const counts = liveQuery(() => Promise.all([listings.count(), consents.count()]));
  const subscription = counts.subscribe({ next: notifySoon, error: () => undefined });
  return () => {
    clearTimeout(timer);
    stopPulls();
    subscription.unsubscribe();
  };
}
