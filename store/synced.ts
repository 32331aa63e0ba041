import type { VaultDatabase } from './vault-database.ts';

/** Drops the copies of what the server holds; the next fetch of changes starts from the beginning. Unsent work stays. */
export async function dropSynced(db: VaultDatabase): Promise<void> {
  await db.transaction('rw', [db.patients, db.consents, db.listings, db.cards, db.kv], async () => {
    for (const table of [db.patients, db.consents, db.listings]) await table.where('state').equals('synced').delete();
    await db.cards.clear();
    await forgetPlace(db);
    await db.kv.put({ k: 'drops', value: (await dropsOf(db)) + 1 });
  });
}

/** Inside a transaction that holds `kv`: what the server has is fetched from the beginning, and nobody says when all was known. */
export async function forgetPlace({ kv }: VaultDatabase): Promise<void> {
  await kv.bulkDelete(['cursor', 'fetchedAt']);
  await kv.where('k').startsWith('missed').delete();
}

/** How often the copies were dropped on this device: whoever fetches sees by it that they went meanwhile. */
export async function dropsOf({ kv }: VaultDatabase): Promise<number> {
  return Number((await kv.get('drops'))?.value ?? 0);
}
