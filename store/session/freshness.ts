import type { Store } from './store.ts';
import type { EntityName, EntityRow, VaultDatabase } from '#store/db/vault-database.ts';

/**
 * Set on data that this device gave alone: `at` is when they last came from the server (epoch ms, null: unknown or never).
 * `isServerFailing`: the server was reached, and failed or was busy.
 */
export type ServedFromCache = { readonly at: number | null; readonly isServerFailing?: boolean };

/** A cached copy on this device. */
export type CachedCopy = { readonly table: EntityName; readonly id: string };

const FETCHED_PREFIX = 'looked:';

/** A copy with its row as it is before it is written; undefined when there is none. */
type CopyBefore = CachedCopy & { readonly row: EntityRow | undefined };

/**
 * Marks the time at which copies were fetched by themselves, because a user opened the entity: pulls do not refresh such a copy, so that
 * it is as old as that fetch. A copy that a pull brought, or that was created here, is refreshed by every pull and has no mark. Runs
 * inside a transaction that holds `kv` and the copies' tables.
 *
 * @param at - epoch ms
 */
export async function markFetched({ kv }: VaultDatabase, copies: readonly CopyBefore[], at: number): Promise<void> {
  const marks = await kv.bulkGet(copies.map(keyOf));
  const isPulled = ({ row }: CopyBefore, nth: number) => row !== undefined && marks[nth] === undefined;
  await kv.bulkPut(copies.flatMap((copy, nth) => (isPulled(copy, nth) ? [] : [{ k: keyOf(copy), value: at }])));
}

/** As {@link markFetched}, for copies that a pull skipped because of local changes: they are as old as the pull before. */
export async function markBehind({ kv }: VaultDatabase, copies: readonly CopyBefore[]): Promise<void> {
  if (copies.length === 0) return;
  const marks = await kv.bulkGet(copies.map(keyOf));
  const pulledAt = (await kv.get('fetchedAt'))?.value;
  await kv.bulkPut(
    copies.flatMap((copy, nth) => {
      const value = pulledAt ?? copy.row?.updatedAt;
      return marks[nth] === undefined && typeof value === 'number' ? [{ k: keyOf(copy), value }] : [];
    }),
  );
}

/** Removes the marks of copies that pulls refresh from now on, or that are deleted. Runs inside a transaction that holds `kv`. */
export async function clearFetchedMarks({ kv }: VaultDatabase, copies: readonly CachedCopy[]): Promise<void> {
  await kv.bulkDelete(copies.map(keyOf));
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
