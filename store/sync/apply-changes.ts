import type { Change } from '#contract/sync.ts';
import { markValue } from '#store/db/summary-marks.ts';
import type { EntityName, EntityRow } from '#store/db/vault-database.ts';
import { cardOf, savePatientCards } from '#store/entities/search-pages.ts';
import type { PatientSearch } from '#store/entities/search.ts';
import { isRestricted } from '#store/entities/types.ts';
import { localConsentOf } from '#store/outbox/calls-answer.ts';
import { hideContacts } from '#store/outbox/hide-contacts.ts';
import { rebuild, type RebuiltRows } from '#store/outbox/rebuild.ts';
import { returnFound } from '#store/outbox/return-parked.ts';
import { writeRebuilt } from '#store/outbox/replace.ts';
import { readEntityRows, type EntityRef } from '#store/outbox/snapshot.ts';
import { clearFetchedMarks, markBehind, markFetched } from '#store/session/freshness.ts';
import type { Store } from '#store/session/store.ts';
import { recordSkipped, type SkippedChange } from './skipped-changes.ts';

/** The open search, which shows changed cards at once. */
export type SearchCards = Pick<PatientSearch, 'put' | 'remove'>;

/**
 * Changes to apply. `fetching`: the mark of the pull that brought them; once another pull has begun, none of them is applied. Null for
 * entities that were fetched by themselves: pulls do not refresh those.
 */
type ChangeSet = { readonly changes: readonly Change[]; readonly fetching: string | null };

/** Writes changes and their search cards. Entities with unsent changes, and newer copies, are left as they are. */
export async function applyChanges(store: Store, { changes, fetching }: ChangeSet, cards: SearchCards | null): Promise<void> {
  // The last of several changes of one entity is its present state.
  const newest = new Map(changes.map((each) => [`${each.entity}|${each.id}`, each]));
  for (const { entity, id, data } of newest.values())
    if (entity === 'patient' && (data === null || isRestricted(data))) await hideContacts(store, id, { isTold: data !== null });
  await returnFound(store, [...newest.values()].filter(({ data }) => data !== null).map(entityOf));
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
  const before = await readEntityRows(db, changes.map(entityOf));
  const prepared = await Promise.all(changes.map((change, at) => prepare(store, change, before[at])));
  return db.transaction('rw', [db.patients, db.consents, db.listings, db.bases, db.kv], async () => {
    if (fetching !== null && (await readPullMark(store)) !== fetching) return { applied: [], retry: [] };
    const rows = await readEntityRows(db, prepared);
    const current = prepared.map((each, at) => ({ ...each, row: rows[at] }));
    await recordSkipped(
      db,
      current.flatMap(({ skipped }) => skipped ?? []),
    );
    if (fetching !== null)
      await markBehind(
        db,
        current.filter(({ skipped }) => skipped !== null),
      );
    const rebuilt = current.flatMap((each) => (each.rebuilt === null ? [] : [{ ...each, rebuilt: each.rebuilt }]));
    const isCurrent = ({ row, rowRev }: (typeof rebuilt)[number]) => row?.localRev === rowRev;
    const written = rebuilt.filter(isCurrent);
    const isPulled = ({ change }: (typeof rebuilt)[number]) => fetching !== null || change.data === null;
    await clearFetchedMarks(db, written.filter(isPulled));
    await markFetched(
      db,
      written.filter((each) => !isPulled(each)),
      env.now(),
    );
    await writeRebuilt(db, written);
    return {
      applied: written.map(({ change, rebuilt: { row } }) => ({ change, mark: markValue(row) })),
      retry: rebuilt.filter((each) => !isCurrent(each)).map(({ change }) => change),
    };
  });
}

/** The row of a change. */
export function entityOf({ entity, id }: Change): EntityRef {
  return { table: TABLES[entity], id };
}

type PreparedChange = EntityRef & {
  readonly change: Change;
  readonly rowRev: number | undefined;
  readonly rebuilt: RebuiltRows | null;
  readonly skipped: SkippedChange | null;
};

const TABLES = { patient: 'patients', consent: 'consents', listed: 'listings' } as const;

async function prepare(store: Store, change: Change, row: EntityRow | undefined): Promise<PreparedChange> {
  const { version, data } = change;
  const { table, id } = entityOf(change);
  const isUnsent = row?.state === 'unsent';
  const isOlder = isUnsent || (row !== undefined && row.serverVersion > version);
  const copy = data === null ? null : 'consentID' in data ? localConsentOf(data) : data;
  const rebuilt = isOlder ? null : await rebuild(store, { table, id, copy, version, row, pending: [] });
  return { change, table, id, rowRev: row?.localRev, rebuilt, skipped: isUnsent ? skippedOf(table, row, change) : null };
}

/** A patient never changes without a new version; a consent and a listing's light do. A deletion is newer than any version. */
function skippedOf(table: EntityName, { serverVersion }: EntityRow, { entity, id, version, data }: Change): SkippedChange | null {
  if (data === null) return { table, id, minVersion: Number.MAX_SAFE_INTEGER };
  if (entity !== 'patient') return { table, id, minVersion: version + 1 };
  return version > serverVersion ? { table, id, minVersion: version } : null;
}

/** The mark of the latest pull: it changes with each page that any tab of this user fetches. */
export async function readPullMark({ db }: Pick<Store, 'db'>): Promise<string | undefined> {
  const value = (await db.kv.get('fetching'))?.value;
  return typeof value === 'string' ? value : undefined;
}
