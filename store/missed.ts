import type { EntityName, VaultDatabase } from './vault-database.ts';

/** Something that was told while work of this device lay over it, and was left alone. `least`: from this version on it is made good. */
export type Missed = { readonly table: EntityName; readonly id: string; readonly least: number };

const FROM = 'missedFrom';

/** Inside a transaction that holds `kv`, before the cursor moves on: the server tells none of these a second time by itself. */
export async function noteMissed({ kv }: VaultDatabase, missed: readonly Missed[]): Promise<void> {
  if (missed.length === 0) return;
  if ((await kv.get(FROM)) === undefined) await kv.put({ k: FROM, value: (await kv.get('cursor'))?.value ?? null });
  await kv.bulkPut(missed.map(({ table, id, least }) => ({ k: `missed:${table}:${id}`, value: least })));
}

/**
 * Once the work that lay over something has gone without bringing it (it was taken back, or answered as before), the cursor goes
 * back to where that was told.
 */
export async function goBackForMissed(db: VaultDatabase): Promise<void> {
  await db.transaction('rw', [db.patients, db.consents, db.listings, db.kv], async () => {
    const noted = await db.kv.where('k').startsWith('missed:').toArray();
    const over: string[] = [];
    let isBehind = false;
    for (const { k, value } of noted) {
      // Under these names noteMissed alone writes.
      const [, table, id] = k.split(':') as [string, EntityName, string];
      const row = await db[table].get(id);
      if (row?.state === 'unsent') continue;
      over.push(k);
      isBehind ||= row === undefined || row.serverVersion < Number(value);
    }
    if (isBehind) {
      const from = (await db.kv.get(FROM))?.value;
      if (typeof from === 'string') await db.kv.put({ k: 'cursor', value: from });
      else await db.kv.delete('cursor');
    }
    await db.kv.bulkDelete(over.length === noted.length ? [...over, FROM] : over);
  });
}
