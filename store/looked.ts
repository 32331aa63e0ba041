import type { Store } from './store.ts';
import type { EntityName, VaultDatabase } from './vault-database.ts';

/** One copy on this device. */
export type Copy = { readonly table: EntityName; readonly id: string };

const LOOKED = 'looked:';

/**
 * Inside a transaction that holds `kv` and the copy's table, before it is written: a copy that is here because somebody looked at
 * the thing is as old as that look, since no fetch of changes tells of it. One that a fetch brought, or that was made here, is kept
 * up by every fetch and bears no such time.
 *
 * @param at - epoch ms
 */
export async function noteLooked(db: VaultDatabase, copy: Copy, at: number): Promise<void> {
  const isKeptUp = (await db[copy.table].get(copy.id)) !== undefined && (await db.kv.get(keyOf(copy))) === undefined;
  if (!isKeptUp) await db.kv.put({ k: keyOf(copy), value: at });
}

/** As {@link noteLooked}, of a copy that a fetch had news of and left alone: it is as it was at the fetch before. */
export async function noteBehind(db: VaultDatabase, copy: Copy): Promise<void> {
  if ((await db.kv.get(keyOf(copy))) !== undefined) return;
  const before = (await db.kv.get('fetchedAt'))?.value ?? (await db[copy.table].get(copy.id))?.updatedAt;
  if (typeof before === 'number') await db.kv.put({ k: keyOf(copy), value: before });
}

/** Inside a transaction that holds `kv`: from now on the fetches keep the copy up, or it is gone. */
export async function forgetLooked({ kv }: VaultDatabase, copy: Copy): Promise<void> {
  await kv.delete(keyOf(copy));
}

/** Inside a transaction that holds `kv` and the tables: once copies were dropped, the times at which they were looked at go as well. */
export async function forgetDropped(db: VaultDatabase): Promise<void> {
  const tables = [db.patients, db.consents, db.listings];
  const left = new Set((await Promise.all(tables.map(async (table) => table.toCollection().primaryKeys()))).flat());
  await db.kv
    .where('k')
    .startsWith(LOOKED)
    .filter(({ k }) => !left.has(k.slice(k.lastIndexOf(':') + 1)))
    .delete();
}

/** When this device last knew all that had changed, epoch ms; null before the first time. */
export async function fetchedAt({ db }: Store): Promise<number | null> {
  const value = (await db.kv.get('fetchedAt'))?.value;
  return typeof value === 'number' ? value : null;
}

/** When these copies were looked at, epoch ms by id; those that the fetches keep up are not among them. */
export async function lookedAt({ db }: Store, copies: readonly Copy[]): Promise<ReadonlyMap<string, number>> {
  const found = await db.kv.bulkGet(copies.map(keyOf));
  const times = found.map((row) => row?.value);
  return new Map(copies.flatMap(({ id }, at) => (typeof times[at] === 'number' ? [[id, times[at]] as const] : [])));
}

/** As {@link fetchedAt}, but no later than the oldest of these copies that the fetches do not keep up. */
export async function knownAt(store: Store, copies: readonly Copy[]): Promise<number | null> {
  const [fetched, looked] = [await fetchedAt(store), await lookedAt(store, copies)];
  if (fetched === null && looked.size < copies.length) return null;
  const times = [...looked.values(), ...(fetched === null ? [] : [fetched])];
  return times.length === 0 ? null : Math.min(...times);
}

function keyOf({ table, id }: Copy): string {
  return `${LOOKED}${table}:${id}`;
}
