import type { VaultDatabase } from '#store/vault-database.ts';
import { liveQuery } from 'dexie';

/** How long changes of single things are gathered, ms [choice]: a fetch writes hundreds of them. */
const GATHER = 500;

type Watched = Pick<VaultDatabase, 'kv' | 'listings' | 'consents'>;

/**
 * Hears each time when this device has fetched what changed, and when a listing or a form here has, also from another tab.
 *
 * @returns how to stop
 */
export function watchFetched({ kv, listings, consents }: Watched, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;
  const gather = () => {
    // Nothing has changed yet: this is how they stand.
    if (!isFirst) timer ??= setTimeout(tell, GATHER);
    isFirst = false;
  };
  const tell = () => {
    timer = undefined;
    onChange();
  };
  // A count is looked at again after every write to its table, also where it stays the same.
  const looks = [
    // A database that is closing has no more changes to tell.
    liveQuery(() => kv.get('fetchedAt')).subscribe({ next: onChange, error: () => undefined }),
    liveQuery(() => Promise.all([listings.count(), consents.count()])).subscribe({ next: gather, error: () => undefined }),
  ];
  return () => {
    clearTimeout(timer);
    for (const look of looks) look.unsubscribe();
  };
}
