import type { Store } from './store.ts';
import type { EntityName, VaultDatabase } from '#store/db/vault-database.ts';

/**
 * Set on data that this device gave alone: `at` is when they last came from the server (epoch ms, null: unknown or never).
 * `isServerFailing`: the server was reached, and failed or was busy.
 */
export type ServedFromCache = { readonly at: number | null; readonly isServerFailing?: boolean };

/** A cached copy on this device. */
export type CachedCopy = { readonly table: EntityName; readonly id: string };

const FETCHED_PREFIX = 'looked:';

/**
 * Marks the time at which a copy was fetched by itself, because a user opened the entity: pulls do not refresh such a copy, so that it
 * is as old as that fetch. A copy that a pull brought, or that was created here, is refreshed by every pull and has no mark. Runs inside
 * a transaction that holds `kv` and the copy's table, before the copy is written.
 *
 * @param at - epoch ms
 */
export async function markFetched(db: VaultDatabase, copy: CachedCopy, at: number): Promise<void> {
  const isPulled = (await db[copy.table].get(copy.id)) !== undefined && (await db.kv.get(keyOf(copy))) === undefined;
  if (!isPulled) await db.kv.put({ k: keyOf(copy), value: at });
}

/** As {@link markFetched}, for a copy that a pull skipped because of local changes: it is as old as the pull before. */
export async function markBehind(db: VaultDatabase, copy: CachedCopy): Promise<void> {
  if ((await db.kv.get(keyOf(copy))) !== undefined) return;
  const previous = (await db.kv.get('fetchedAt'))?.value ?? (await db[copy.table].get(copy.id))?.updatedAt;
  if (typeof previous === 'number') await db.kv.put({ k: keyOf(copy), value: previous });
}

/** Removes the mark of a copy that pulls refresh from now on, or that is deleted. Runs inside a transaction that holds `kv`. */
export async function clearFetchedMark({ kv }: VaultDatabase, copy: CachedCopy): Promise<void> {
  await kv.delete(keyOf(copy));
}

/** Removes the marks of copies that no longer exist. Runs inside a transaction that holds `kv` and the tables. */
export async function clearDroppedMarks(db: VaultDatabase): Promise<void> {
  const tables = [db.patients, db.consents, db.listings];
  const remaining = new Set((await Promise.all(tables.map(async (table) => table.toCollection().primaryKeys()))).flat());
  await db.kv
    .where('k')
    .startsWith(FETCHED_PREFIX)
    .filter(({ k }) => !remaining.has(k.slice(k.lastIndexOf(':') + 1)))
    .delete();
}

/** Time of the last complete pull, epoch ms; null before the first. */
export async function lastPulledAt({ db }: Store): Promise<number | null> {
  const value = (await db.kv.get('fetchedAt'))?.value;
  return typeof value === 'number' ? value : null;
}

/** Fetch times of these copies by id, epoch ms, without the copies that pulls refresh. */
export async function fetchTimes({ db }: Store, copies: readonly CachedCopy[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.kv.bulkGet(copies.map(keyOf));
  const times = rows.map((row) => row?.value);
  return new Map(copies.flatMap(({ id }, at) => (typeof times[at] === 'number' ? [[id, times[at]] as const] : [])));
}

/** Age of these copies: the time of the last complete pull, or of the oldest copy that pulls do not refresh. Epoch ms. */
export async function lastSyncedAt(store: Store, copies: readonly CachedCopy[]): Promise<number | null> {
  const [pulled, marked] = [await lastPulledAt(store), await fetchTimes(store, copies)];
  if (pulled === null && marked.size < copies.length) return null;
  const times = [...marked.values(), ...(pulled === null ? [] : [pulled])];
  return times.length === 0 ? null : Math.min(...times);
}

function keyOf({ table, id }: CachedCopy): string {
  return `${FETCHED_PREFIX}${table}:${id}`;
}
