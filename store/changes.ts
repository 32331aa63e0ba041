import type { OutputOf } from '#contract/define.ts';
import type { Change, sync } from '#contract/sync.ts';
import { offerAgain } from './receipts.ts';
import { rebuild, type Rebuilt } from './replay/rebuild.ts';
import { keptOf } from './replay/settle.ts';
import { putRebuilt } from './replay/replace.ts';
import { cardOf, keepCards } from './card-pages.ts';
import { forgetLooked, noteBehind, noteLooked } from './looked.ts';
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
    const fetching = store.means.newId();
    // Before the place is read: a full tablet that makes room for the mark forgets it.
    await withRoom(store, () => db.kv.put({ k: 'fetching', value: fetching }));
    const since = await textAt(store, 'cursor');
    if (since === undefined) await withRoom(store, () => beginAnew(store));
    const { changes, cursor, more, dataEpoch } = await ask(since);
    // Another tab has taken over from this one while it was frozen: what this one heard is old.
    if ((await textAt(store, 'fetching')) !== fetching) return;
    const known = await textAt(store, 'dataEpoch');
    const isRestored = known !== undefined && known !== dataEpoch;
    if (isRestored) {
      await offerAgain(store);
      await dropCopies(store, cards);
    }
    await withRoom(store, () => db.kv.put({ k: 'dataEpoch', value: dataEpoch }));
    if (isRestored) continue;
    await withRoom(store, () => applyChanges(store, { changes, fetching }, cards));
    const isLast = !more || cursor === since;
    // The place may have been forgotten meanwhile, as a full tablet does: the next fetch begins from the beginning.
    const keepPlace = () =>
      db.transaction('rw', [db.listings, db.kv], async () => {
        if ((await textAt(store, 'fetching')) !== fetching) return false;
        await db.kv.put({ k: 'cursor', value: cursor });
        if (isLast) await endRun(store);
        return true;
      });
    if (!(await withRoom(store, keepPlace)) || isLast) return;
  }
}

/** Another with each page that any tab of this person fetches. */
export async function pageMark(store: Store): Promise<string | undefined> {
  return textAt(store, 'fetching');
}

/**
 * Whether this tab may fetch. Another tab of the same person that signed out has thrown away the key of the copies: nobody could
 * read what this one fetches. What such a tab has left under another key goes.
 */
async function mayFetch(store: Store): Promise<boolean> {
  const { db, device, vault } = store;
  const { keyId } = vault.synced;
  if ((await device.vaults.get(vault.userHash))?.synced?.keyId !== keyId) return false;
  const before = (await db.kv.get('copiesKey'))?.value;
  if (before !== undefined && before !== keyId) await dropSynced(db);
  if (before !== keyId) await withRoom(store, () => db.kv.put({ k: 'copiesKey', value: keyId }));
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

/** Keeps what the server has just told of single things; what still waits to be sent, and what is newer here, is left alone. */
export async function keepCopies(store: Store, told: readonly Change[], cards: Cards | null): Promise<void> {
  const ids = told.flatMap(({ entity, id }) => (entity === 'patient' ? [id] : []));
  const rows = await store.db.patients.bulkGet(ids);
  const known = new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])));
  // A patient changes with the version alone; a form, and a light, also change under the same one.
  const isNews = ({ entity, id, version }: Change) => entity !== 'patient' || known.get(id)?.serverVersion !== version;
  const news = told.filter(isNews);
  if (news.length > 0) await withRoom(store, () => applyChanges(store, { changes: news, fetching: null }, cards));
  await lookAgain(
    store,
    told.filter((each) => !isNews(each)),
  );
}

/** What was looked at again, and is still as it was. */
async function lookAgain(store: Store, same: readonly Change[]): Promise<void> {
  const { db, means } = store;
  if (same.length === 0) return;
  const note = () =>
    db.transaction('rw', [db.patients, db.consents, db.listings, db.kv], async () => {
      for (const { entity, id } of same) await noteLooked(db, { table: TABLES[entity], id }, means.now());
    });
  await withRoom(store, note);
}

type Cards = Pick<SearchCards, 'put' | 'remove'>;

/**
 * `fetching`: the mark of the fetch that told all that has changed, so that every later change of it is told as well; once another
 * fetch has begun nothing of it is taken. Null for what was told of single things.
 */
type Telling = { readonly changes: readonly Change[]; readonly fetching: string | null };

async function applyChanges(store: Store, { changes, fetching }: Telling, cards: Cards | null): Promise<void> {
  // Of several changes of one thing the last is how it is now.
  const newest = new Map(changes.map((each) => [`${each.entity}|${each.id}`, each]));
  const taken: Change[] = [];
  let left = [...newest.values()];
  while (left.length > 0) {
    const round = await applyTogether(store, { changes: left, fetching });
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
async function applyTogether(store: Store, { changes, fetching }: Telling): Promise<Round> {
  const { db, means } = store;
  const prepared = await Promise.all(changes.map((change) => prepare(store, change)));
  return db.transaction('rw', [db.patients, db.consents, db.listings, db.bases, db.kv], async () => {
    const taken: Change[] = [];
    const again: Change[] = [];
    if (fetching !== null && (await textAt(store, 'fetching')) !== fetching) return { taken, again };
    await noteMissed(
      db,
      prepared.flatMap(({ missed }) => missed ?? []),
    );
    for (const { change, table, rowRev, rebuilt, missed } of prepared) {
      if (missed !== null && fetching !== null) await noteBehind(db, { table, id: change.id });
      if (rebuilt === null) continue;
      if ((await db[table].get(change.id))?.localRev === rowRev) {
        const copy = { table, id: change.id };
        if (fetching !== null || change.data === null) await forgetLooked(db, copy);
        else await noteLooked(db, copy, means.now());
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
