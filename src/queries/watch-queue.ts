import type { VaultDatabase } from '#store/vault-database.ts';
import { liveQuery } from 'dexie';

/** Hears of every change of the queue and its receipts, also from another tab. @returns how to stop */
export function watchQueue({ ops, sent }: Pick<VaultDatabase, 'ops' | 'sent'>, onChange: () => void): () => void {
  const looking = liveQuery(() => Promise.all([ops.toArray(), sent.count()]));
  // A database that is closing has no more changes to tell.
  const subscription = looking.subscribe({ next: onChange, error: () => undefined });
  return () => subscription.unsubscribe();
}
