import type { OutputOf } from '#contract/define.ts';
import type { Change, sync } from '#contract/sync.ts';
import { requeueReceipts } from './receipts.ts';
import { rebuild, type RebuiltRows } from '#store/outbox/rebuild.ts';
import { isRestricted } from '#store/entities/types.ts';
import { hideContacts } from '#store/outbox/hide-contacts.ts';
import { localConsentOf } from '#store/outbox/calls-answer.ts';
import { writeRebuilt } from '#store/outbox/replace.ts';
import { cardOf, savePatientCards } from '#store/entities/search-pages.ts';
import { clearFetchedMark, markBehind, markFetched } from '#store/session/freshness.ts';
import { rewindForSkipped, recordSkipped, type SkippedChange } from './skipped-changes.ts';
import type { PatientSearch } from '#store/entities/search.ts';
import type { Store } from '#store/session/store.ts';
import { dropCache } from '#store/session/cache.ts';
import { markChanged, markValue } from '#store/db/summary-marks.ts';
import type { EntityName, EntityRow } from '#store/db/vault-database.ts';
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
    if ((await readText(store, 'fetching')) !== fetching) return;
    const knownEpoch = await readText(store, 'dataEpoch');
    const isRestored = knownEpoch !== undefined && knownEpoch !== dataEpoch;
    if (isRestored) {
      await requeueReceipts(store);
      await dropAllCopies(store, cards);
    }
    await withEviction(store, () => db.kv.put({ k: 'dataEpoch', value: dataEpoch }));
    if (isRestored) continue;
    await withEviction(store, () => applyChanges(store, { changes, fetching }, cards));
    const isLast = !more || cursor === since;
    // An eviction may have reset the cursor meanwhile: then the next pull is a full one.
    const saveCursor = () =>
      db.transaction('rw', [db.listings, db.kv], async () => {
        if ((await readText(store, 'fetching')) !== fetching) return false;
        await db.kv.put({ k: 'cursor', value: cursor });
        if (isLast) await finishPull(store);
        return true;
      });
    if (!(await withEviction(store, saveCursor)) || isLast) return;
  }
}

/** The mark of the latest pull: it changes with each page that any tab of this user fetches. */
export async function readPullMark(store: Store): Promise<string | undefined> {
  return readText(store, 'fetching');
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
  for (const id of gone) await markChanged(db, { table: 'listings', id }, null);
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
  // A patient never changes without a new version; a consent and a listing's light do.
  const isChanged = ({ entity, id, version }: Change) => entity !== 'patient' || rowById.get(id)?.serverVersion !== version;
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
      for (const { entity, id } of unchanged) await markFetched(db, { table: TABLES[entity], id }, env.now());
    });
  await withEviction(store, renew);
}

type SearchCards = Pick<PatientSearch, 'put' | 'remove'>;

/**
 * Changes to apply. `fetching`: the mark of the pull that brought them; once another pull has begun, none of them is applied. Null for
 * entities that were fetched by themselves: pulls do not refresh those.
 */
type ChangeSet = { readonly changes: readonly Change[]; readonly fetching: string | null };

async function applyChanges(store: Store, { changes, fetching }: ChangeSet, cards: SearchCards | null): Promise<void> {
  // The last of several changes of one entity is its present state.
  const newest = new Map(changes.map((each) => [`${each.entity}|${each.id}`, each]));
  for (const { entity, id, data } of newest.values())
    if (entity === 'patient' && (data === null || isRestricted(data))) await hideContacts(store, id);
  const applied: AppliedChange[] = [];
  let remaining = [...newest.values()];
  while (remaining.length > 0) {
    const batch = await applyBatch(store, { changes: remaining, fetching });
    applied.push(...batch.applied);
    remaining = batch.retry;
  }
  const patients = applied.flatMap(({ change, mark }) => (change.entity === 'patient' ? [{ ...change, mark }] : []));
  const removed = patients.flatMap(({ id, data }) => (data === null ? [id] : []));
  const shownCards = patients.flatMap(({ data }) => (data === null ? [] : [cardOf(data)]));
  const marks = new Map(patients.map(({ id, mark }) => [id, mark]));
  if (patients.length > 0) await savePatientCards(store, shownCards, removed, marks);
  for (const card of shownCards) cards?.put(card);
  for (const id of removed) cards?.remove(id);
}

/** `mark`: the mark of the row that was written. */
type AppliedChange = { readonly change: Change; readonly mark: string };
type AppliedBatch = { readonly applied: AppliedChange[]; readonly retry: Change[] };

/**
 * Writes the changes in one transaction. An entity with unsent changes is skipped and recorded: its op's answer brings the server's copy, or
 * a later pull does.
 */
async function applyBatch(store: Store, { changes, fetching }: ChangeSet): Promise<AppliedBatch> {
  const { db, env } = store;
  const prepared = await Promise.all(changes.map((change) => prepare(store, change)));
  return db.transaction('rw', [db.patients, db.consents, db.listings, db.bases, db.kv], async () => {
    const applied: AppliedChange[] = [];
    const retry: Change[] = [];
    if (fetching !== null && (await readText(store, 'fetching')) !== fetching) return { applied, retry };
    await recordSkipped(
      db,
      prepared.flatMap(({ skipped }) => skipped ?? []),
    );
    for (const { change, table, rowRev, rebuilt, skipped } of prepared) {
      if (skipped !== null && fetching !== null) await markBehind(db, { table, id: change.id });
      if (rebuilt === null) continue;
      if ((await db[table].get(change.id))?.localRev === rowRev) {
        const copy = { table, id: change.id };
        if (fetching !== null || change.data === null) await clearFetchedMark(db, copy);
        else await markFetched(db, copy, env.now());
        await writeRebuilt(db, { table, id: change.id, rebuilt });
        applied.push({ change, mark: markValue(rebuilt.row) });
      } else retry.push(change);
    }
    return { applied, retry };
  });
}

type PreparedChange = {
  readonly change: Change;
  readonly table: EntityName;
  readonly rowRev: number | undefined;
  readonly rebuilt: RebuiltRows | null;
  readonly skipped: SkippedChange | null;
};

const TABLES = { patient: 'patients', consent: 'consents', listed: 'listings' } as const;

async function prepare(store: Store, change: Change): Promise<PreparedChange> {
  const { entity, id, version, data } = change;
  const table = TABLES[entity];
  const row = await store.db[table].get(id);
  const isUnsent = row?.state === 'unsent';
  const isOlder = isUnsent || (row !== undefined && row.serverVersion > version);
  const copy = data === null ? null : 'consentID' in data ? localConsentOf(data) : data;
  const rebuilt = isOlder ? null : await rebuild(store, { table, id, copy, version, row, pending: [] });
  return { change, table, rowRev: row?.localRev, rebuilt, skipped: isUnsent ? skippedOf(table, row, change) : null };
}

/** A patient never changes without a new version; a consent and a listing's light do. A deletion is newer than any version. */
function skippedOf(table: EntityName, { serverVersion }: EntityRow, { entity, id, version, data }: Change): SkippedChange | null {
  if (data === null) return { table, id, minVersion: Number.MAX_SAFE_INTEGER };
  if (entity !== 'patient') return { table, id, minVersion: version + 1 };
  return version > serverVersion ? { table, id, minVersion: version } : null;
}

async function readText({ db }: Store, k: string): Promise<string | undefined> {
  const value = (await db.kv.get(k))?.value;
  return typeof value === 'string' ? value : undefined;
}
