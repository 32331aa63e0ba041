import type { VaultDatabase } from '#store/vault-database.ts';
import { liveQuery } from 'dexie';

/** Hears each time when this device has fetched what changed, also from another tab. @returns how to stop */
export function watchFetched({ kv }: Pick<VaultDatabase, 'kv'>, onFetched: () => void): () => void {
  const looking = liveQuery(() => kv.get('fetchedAt'));
  // A database that is closing has no more changes to tell.
  const subscription = looking.subscribe({ next: onFetched, error: () => undefined });
  return () => subscription.unsubscribe();
}
