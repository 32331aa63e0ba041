import type { OutputOf } from '#contract/engine/define.ts';
import type { Change, sync } from '#contract/sync.ts';
import { applyChanges, entityOf, readPullMark, type SearchCards } from './apply-changes.ts';
import { dropEnded } from './drop-ended.ts';
import { requeueReceipts } from './receipts.ts';
import { readEntityRows } from '#store/outbox/snapshot.ts';
import { markFetched } from '#store/session/freshness.ts';
import { rewindForSkipped } from './skipped-changes.ts';
import type { Store } from '#store/session/store.ts';
import { dropCache } from '#store/session/cache.ts';
import { markChanged } from '#store/db/summary-marks.ts';
import type { EntityRow } from '#store/db/vault-database.ts';
import { withEviction } from '#store/session/quota.ts';

type ChangesPage = OutputOf<(typeof sync)['syncChanges']>;

/** Pulls the changes since the cursor, page by page, into the cached copies. Entities with unsent local changes are skipped. */
export async function pullChanges(
  store: Store,
  fetchPage: (since: string | undefined) => Promise<ChangesPage>,
  cards: SearchCards | null = null,
): Promise<void> {
  const { db } = store;
  if (!(await mayPull(store))) return;
  await rewindForSkipped(db);
  for (;;) {
    const fetching = store.env.newId();
    // Written before the cursor is read: an eviction that makes room for the mark resets the cursor.
    await withEviction(store, () => db.kv.put({ k: 'fetching', value: fetching }));
    const since = await readText(store, 'cursor');
    if (since === undefined) await withEviction(store, () => beginFullPull(store));
    const { changes, cursor, more, dataEpoch } = await fetchPage(since);
    // Another tab started a pull while this one was frozen: this answer is old.
    if ((await readPullMark(store)) !== fetching) return;
    const knownEpoch = await readText(store, 'dataEpoch');
    const isRestored = knownEpoch !== undefined && knownEpoch !== dataEpoch;
    if (isRestored) {
      await requeueReceipts(store, dataEpoch);
      await dropAllCopies(store, cards);
    }
    await withEviction(store, () => db.kv.put({ k: 'dataEpoch', value: dataEpoch }));
    if (isRestored) continue;
    await withEviction(store, () => applyChanges(store, { changes, fetching }, cards));
    const isLast = !more || cursor === since;
    // An eviction may have reset the cursor meanwhile: then the next pull is a full one.
    const saveCursor = () =>
      db.transaction('rw', [db.listings, db.kv], async () => {
        if ((await readPullMark(store)) !== fetching) return false;
        await db.kv.put({ k: 'cursor', value: cursor });
        if (isLast) await finishPull(store);
        return true;
      });
    const isSaved = await withEviction(store, saveCursor);
    if (isSaved && isLast) await dropEnded(store, cards);
    if (!isSaved || isLast) return;
  }
}

/**
 * Whether this tab may pull. Another tab of the same user that signed out has destroyed the key of the cached copies: nobody could read
 * copies that this tab seals with it. Copies that are sealed under a former key are dropped.
 */
async function mayPull(store: Store): Promise<boolean> {
  const { db, device, vault } = store;
  const { keyId } = vault.synced;
  if ((await device.vaults.get(vault.userHash))?.synced?.keyId !== keyId) return false;
  const before = (await db.kv.get('copiesKey'))?.value;
  if (before !== undefined && before !== keyId) await dropCache(db);
  if (before !== keyId) await withEviction(store, () => db.kv.put({ k: 'copiesKey', value: keyId }));
  return true;
}

/** Starts a full pull: clears the time of the last complete pull, so that no screen claims freshness until this one finishes. */
async function beginFullPull({ db, env }: Store): Promise<void> {
  await db.transaction('rw', db.kv, async () => {
    await db.kv.delete('fetchedAt');
    if ((await db.kv.get('anewSince')) === undefined) await db.kv.put({ k: 'anewSince', value: env.now() });
  });
}

/** Finishes a pull, inside a transaction. After a full pull, listings that it did not bring no longer exist, and are deleted. */
async function finishPull({ db, env }: Store): Promise<void> {
  await db.kv.put({ k: 'fetchedAt', value: env.now() });
  const since = (await db.kv.get('anewSince'))?.value;
  if (typeof since !== 'number') return;
  const wasNotPulled = ({ state, updatedAt }: EntityRow) => state === 'synced' && updatedAt < since;
  const gone = await db.listings.filter(wasNotPulled).primaryKeys();
  await db.listings.bulkDelete(gone);
  await markChanged(
    db,
    gone.map((id) => ({ table: 'listings', id, state: null })),
  );
  await db.kv.delete('anewSince');
}

/** Drops all cached copies after a restored backup: the server may have lost them, and may assign their versions again. */
async function dropAllCopies({ db }: Store, cards: SearchCards | null): Promise<void> {
  const ids = await db.patients.where('state').equals('synced').primaryKeys();
  await dropCache(db);
  for (const id of ids) cards?.remove(id);
}

/** Caches entities that were fetched by themselves. Entities with unsent changes, and newer copies, are left as they are. */
export async function saveCopies(store: Store, changes: readonly Change[], cards: SearchCards | null): Promise<void> {
  const ids = changes.flatMap(({ entity, id }) => (entity === 'patient' ? [id] : []));
  const rows = await store.db.patients.bulkGet(ids);
  const rowById = new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])));
  // A patient never changes without a new version, but a list may leave contact details out; a consent and a listing's light do.
  const isChanged = ({ entity, id, version, data }: Change) => {
    const row = rowById.get(id);
    const isNewer = row?.serverVersion !== version;
    return entity !== 'patient' || isNewer || (row.contactHidden === true && data?.contactHidden !== true);
  };
  const changed = changes.filter(isChanged);
  if (changed.length > 0) await withEviction(store, () => applyChanges(store, { changes: changed, fetching: null }, cards));
  await refreshMarks(
    store,
    changes.filter((each) => !isChanged(each)),
  );
}

/** Renews the fetch times of copies that have not changed. */
async function refreshMarks(store: Store, unchanged: readonly Change[]): Promise<void> {
  const { db, env } = store;
  if (unchanged.length === 0) return;
  const renew = () =>
    db.transaction('rw', [db.patients, db.consents, db.listings, db.kv], async () => {
      const copies = unchanged.map(entityOf);
      const rows = await readEntityRows(db, copies);
      await markFetched(
        db,
        copies.map((copy, at) => ({ ...copy, row: rows[at] })),
        env.now(),
      );
    });
  await withEviction(store, renew);
}

async function readText({ db }: Store, k: string): Promise<string | undefined> {
  const value = (await db.kv.get(k))?.value;
  return typeof value === 'string' ? value : undefined;
}
