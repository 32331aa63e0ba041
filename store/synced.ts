import { forgetDropped } from './looked.ts';
import type { VaultDatabase } from './vault-database.ts';

/**
 * Drops the copies of what the server holds; the next fetch of changes starts from the beginning. Unsent work stays. It writes
 * nothing: a tablet that is full does it for room.
 */
export async function dropSynced(db: VaultDatabase): Promise<void> {
  await db.transaction('rw', [db.patients, db.consents, db.listings, db.cards, db.kv], async () => {
    for (const table of [db.patients, db.consents, db.listings]) await table.where('state').equals('synced').delete();
    await forgetDropped(db);
    await db.cards.clear();
    await forgetPlace(db);
  });
}

/**
 * Inside a transaction that holds `kv`: what the server has is fetched from the beginning, nobody says when all was known, and a
 * fetch that is under way counts for nothing.
 */
export async function forgetPlace({ kv }: VaultDatabase): Promise<void> {
  await kv.bulkDelete(['cursor', 'fetchedAt', 'anewSince', 'fetching']);
  await kv.where('k').startsWith('missed').delete();
}
