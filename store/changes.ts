import type { OutputOf } from '#contract/define.ts';
import type { Change, sync } from '#contract/sync.ts';
import { offerAgain } from './receipts.ts';
import { rebuild, type Rebuilt } from './replay/rebuild.ts';
import { keptOf } from './replay/settle.ts';
import { putRebuilt } from './replay/replace.ts';
import { cardOf, keepCards } from './card-pages.ts';
import { goBackForMissed, noteMissed, type Missed } from './missed.ts';
import type { SearchCards } from './search-cards.ts';
import type { Store } from './store.ts';
import { dropSynced } from './synced.ts';
import type { EntityName, EntityRow } from './vault-database.ts';
import { withRoom } from './quota.ts';

type Answer = OutputOf<(typeof sync)['syncChanges']>;

/** Fetches and keeps what has changed since the last time, page by page; what still waits to be sent is left alone. */
export async function fetchChanges(
  store: Store,
  ask: (since: string | undefined) => Promise<Answer>,
  cards: Cards | null = null,
): Promise<void> {
  const { db } = store;
  if (!(await mayFetch(store))) return;
  await goBackForMissed(db);
  for (;;) {
    const since = await textAt(store, 'cursor');
    if (since === undefined) await beginAnew(store);
    const fetching = store.means.newId();
    await db.kv.put({ k: 'fetching', value: fetching });
    const { changes, cursor, more, dataEpoch } = await ask(since);
    const known = await textAt(store, 'dataEpoch');
    const isRestored = known !== undefined && known !== dataEpoch;
    if (isRestored) {
      await offerAgain(store);
      await dropCopies(store, cards);
    }
    await db.kv.put({ k: 'dataEpoch', value: dataEpoch });
    if (isRestored) continue;
    await withRoom(store, () => applyChanges(store, changes, cards));
    const isLast = !more || cursor === since;
    // The place may have been forgotten meanwhile, as a full tablet does: the next fetch begins from the beginning.
    const isKept = await db.transaction('rw', [db.listings, db.kv], async () => {
      if ((await textAt(store, 'fetching')) !== fetching) return false;
      await db.kv.put({ k: 'cursor', value: cursor });
      if (isLast) await endRun(store);
      return true;
    });
    if (!isKept || isLast) return;
  }
}

/**
 * Whether this tab may fetch. Another tab of the same person that signed out has thrown away the key of the copies: nobody could
 * read what this one fetches. What such a tab has left under another key goes.
 */
async function mayFetch({ db, device, vault }: Store): Promise<boolean> {
  const { keyId } = vault.synced;
  if ((await device.vaults.get(vault.userHash))?.synced?.keyId !== keyId) return false;
  const before = (await db.kv.get('copiesKey'))?.value;
  if (before !== undefined && before !== keyId) await dropSynced(db);
  if (before !== keyId) await db.kv.put({ k: 'copiesKey', value: keyId });
  return true;
}

/** All is told anew from here on, and until the end of it nobody says that all is known. */
async function beginAnew({ db, means }: Store): Promise<void> {
  await db.transaction('rw', db.kv, async () => {
    await db.kv.delete('fetchedAt');
    if ((await db.kv.get('anewSince')) === undefined) await db.kv.put({ k: 'anewSince', value: means.now() });
  });
}

/** Inside a transaction. All is known now; of what was told anew, what is on no list by now was not told, and goes. */
async function endRun({ db, means }: Store): Promise<void> {
  await db.kv.put({ k: 'fetchedAt', value: means.now() });
  const since = (await db.kv.get('anewSince'))?.value;
  if (typeof since !== 'number') return;
  const isLeft = ({ state, updatedAt }: EntityRow) => state === 'synced' && updatedAt < since;
  await db.listings.filter(isLeft).delete();
  await db.kv.delete('anewSince');
}

/** After a backup was restored no copy counts: it may be of what the server has lost, under a version that is given anew. */
async function dropCopies({ db }: Store, cards: Cards | null): Promise<void> {
  const ids = await db.patients.where('state').equals('synced').primaryKeys();
  await dropSynced(db);
  for (const id of ids) cards?.remove(id);
}

/** When this device last knew all that had changed, epoch ms; null before the first time. */
export async function fetchedAt({ db }: Store): Promise<number | null> {
  const value = (await db.kv.get('fetchedAt'))?.value;
  return typeof value === 'number' ? value : null;
}

/** Keeps what the server has just told of single things; what still waits to be sent, and what is newer here, is left alone. */
export async function keepCopies(store: Store, told: readonly Change[], cards: Cards | null): Promise<void> {
  const ids = told.flatMap(({ entity, id }) => (entity === 'patient' ? [id] : []));
  const rows = await store.db.patients.bulkGet(ids);
  const known = new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])));
  // A patient changes with the version alone; a form, and a light, also change under the same one.
  const isNews = ({ entity, id, version }: Change) => entity !== 'patient' || known.get(id)?.serverVersion !== version;
  const news = told.filter(isNews);
  if (news.length > 0) await withRoom(store, () => applyChanges(store, news, cards));
}

type Cards = Pick<SearchCards, 'put' | 'remove'>;

async function applyChanges(store: Store, changes: readonly Change[], cards: Cards | null): Promise<void> {
  // Of several changes of one thing the last is how it is now.
  const newest = new Map(changes.map((each) => [`${each.entity}|${each.id}`, each]));
  const taken: Change[] = [];
  let left = [...newest.values()];
  while (left.length > 0) {
    const round = await applyTogether(store, left);
    taken.push(...round.taken);
    left = round.again;
  }
  const gone = taken.flatMap(({ entity, id, data }) => (entity === 'patient' && data === null ? [id] : []));
  const shown = taken.flatMap((each) => (each.entity === 'patient' && each.data !== null ? [cardOf(each.data)] : []));
  if (shown.length + gone.length > 0) await keepCards(store, shown, gone);
  for (const card of shown) cards?.put(card);
  for (const id of gone) cards?.remove(id);
}

type Round = { readonly taken: Change[]; readonly again: Change[] };

/** Writes in one transaction. What has something waiting is left, and noted: its own answer brings the server's copy, or it is fetched again. */
async function applyTogether(store: Store, changes: readonly Change[]): Promise<Round> {
  const { db } = store;
  const prepared = await Promise.all(changes.map((change) => prepare(store, change)));
  return db.transaction('rw', [db.patients, db.consents, db.listings, db.bases, db.kv], async () => {
    const taken: Change[] = [];
    const again: Change[] = [];
    await noteMissed(
      db,
      prepared.flatMap(({ missed }) => missed ?? []),
    );
    for (const { change, table, rowRev, rebuilt } of prepared) {
      if (rebuilt === null) continue;
      if ((await db[table].get(change.id))?.localRev === rowRev) {
        await putRebuilt(db, { table, id: change.id, rebuilt });
        taken.push(change);
      } else again.push(change);
    }
    return { taken, again };
  });
}

type Prepared = {
  readonly change: Change;
  readonly table: EntityName;
  readonly rowRev: number | undefined;
  readonly rebuilt: Rebuilt | null;
  readonly missed: Missed | null;
};

const TABLES = { patient: 'patients', consent: 'consents', listed: 'listings' } as const;

async function prepare(store: Store, change: Change): Promise<Prepared> {
  const { entity, id, version, data } = change;
  const table = TABLES[entity];
  const row = await store.db[table].get(id);
  const isUnder = row?.state === 'unsent';
  const isOlder = isUnder || (row !== undefined && row.serverVersion > version);
  const copy = data === null ? null : 'consentID' in data ? keptOf(data) : data;
  const rebuilt = isOlder ? null : await rebuild(store, { table, id, copy, version, row, later: [] });
  return { change, table, rowRev: row?.localRev, rebuilt, missed: isUnder ? missedOf(table, row, change) : null };
}

/** A patient changes with the version alone; a form and a light also change under the same one. What is gone is newer than any. */
function missedOf(table: EntityName, { serverVersion }: EntityRow, { entity, id, version, data }: Change): Missed | null {
  if (data === null) return { table, id, least: Number.MAX_SAFE_INTEGER };
  if (entity !== 'patient') return { table, id, least: version + 1 };
  return version > serverVersion ? { table, id, least: version } : null;
}

async function textAt({ db }: Store, k: string): Promise<string | undefined> {
  const value = (await db.kv.get(k))?.value;
  return typeof value === 'string' ? value : undefined;
}
