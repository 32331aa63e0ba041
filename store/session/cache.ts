import { clearDroppedMarks } from './freshness.ts';
import { dropSummaries } from '#store/db/summary-marks.ts';
import type { VaultDatabase } from '#store/db/vault-database.ts';

/** The name of the sealed theatre lists, which are copies of the server's as well. */
export const THEATRE_LISTS = 'theatre-lists';

/**
 * Drops all cached copies of the server's data and resets the cursor, so that the next pull is a full one. Unsent work stays. It only
 * deletes: it runs on a full disk, to make room.
 */
export async function dropCache(db: VaultDatabase): Promise<void> {
  await db.transaction('rw', [db.patients, db.consents, db.listings, db.cards, db.summaries, db.kv], async () => {
    for (const table of [db.patients, db.consents, db.listings]) await table.where('state').equals('synced').delete();
    await clearDroppedMarks(db);
    await db.cards.clear();
    await dropSummaries(db);
    await db.kv.delete(THEATRE_LISTS);
    await resetCursor(db);
  });
}

/**
 * Resets the pull cursor, the time of the last full pull, and the mark of a pull in flight, whose answer is then ignored. Runs inside a
 * transaction that holds `kv`.
 */
export async function resetCursor({ kv }: VaultDatabase): Promise<void> {
  await kv.bulkDelete(['cursor', 'fetchedAt', 'anewSince', 'fetching']);
  await kv.where('k').startsWith('missed').delete();
}
