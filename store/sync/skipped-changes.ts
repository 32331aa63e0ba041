import type { EntityName, VaultDatabase } from '#store/db/vault-database.ts';

/** A remote change that a pull skipped because of unsent local changes. It is made up for once the row has `minVersion`. */
export type SkippedChange = { readonly table: EntityName; readonly id: string; readonly minVersion: number };

const REWIND_CURSOR = 'missedFrom';

/** Records skipped changes before the cursor moves past them: the server does not send them again. Runs inside a transaction that holds `kv`. */
export async function recordSkipped({ kv }: VaultDatabase, skipped: readonly SkippedChange[]): Promise<void> {
  if (skipped.length === 0) return;
  if ((await kv.get(REWIND_CURSOR)) === undefined)
    await kv.put({ k: REWIND_CURSOR, value: (await kv.get('cursor'))?.value ?? null });
  await kv.bulkPut(skipped.map(({ table, id, minVersion }) => ({ k: `missed:${table}:${id}`, value: minVersion })));
}

/**
 * Rewinds the cursor to the first skipped change, once the local changes over an entity are gone and its row is still older than that
 * change (the op was taken back, or its answer was an old one).
 */
export async function rewindForSkipped(db: VaultDatabase): Promise<void> {
  await db.transaction('rw', [db.patients, db.consents, db.listings, db.kv], async () => {
    const records = await db.kv.where('k').startsWith('missed:').toArray();
    const settled: string[] = [];
    let isBehind = false;
    for (const { k, value } of records) {
      // recordSkipped alone writes under these names.
      const [, table, id] = k.split(':') as [string, EntityName, string];
      const row = await db[table].get(id);
      if (row?.state === 'unsent') continue;
      settled.push(k);
      isBehind ||= row === undefined || row.serverVersion < Number(value);
    }
    if (isBehind) {
      const from = (await db.kv.get(REWIND_CURSOR))?.value;
      if (typeof from === 'string') await db.kv.put({ k: 'cursor', value: from });
      else await db.kv.delete('cursor');
    }
    await db.kv.bulkDelete(settled.length === records.length ? [...settled, REWIND_CURSOR] : settled);
  });
}
