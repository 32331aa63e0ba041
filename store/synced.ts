import type { VaultDatabase } from './vault-database.ts';

/** Drops the copies of what the server holds; the next fetch of changes starts from the beginning. Unsent work stays. */
export async function dropSynced(db: VaultDatabase): Promise<void> {
  await db.transaction('rw', [db.patients, db.consents, db.listings, db.cards, db.kv], async () => {
    for (const table of [db.patients, db.consents, db.listings]) await table.where('state').equals('synced').delete();
    await db.cards.clear();
    await db.kv.bulkDelete(['cursor', 'fetchedAt']);
  });
}
