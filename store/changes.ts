import type { OutputOf } from '#contract/define.ts';
import type { Change, sync } from '#contract/sync.ts';
import { offerAgain } from './receipts.ts';
import { rebuild, type Rebuilt } from './replay/rebuild.ts';
import { keptOf } from './replay/settle.ts';
import { putRebuilt } from './replay/replace.ts';
import { cardOf, keepCards } from './card-pages.ts';
import type { SearchCards } from './search-cards.ts';
import type { Store } from './store.ts';
import type { EntityName } from './vault-database.ts';
import { withRoom } from './quota.ts';

type Answer = OutputOf<(typeof sync)['syncChanges']>;

/** Fetches and keeps what has changed since the last time, page by page; what still waits to be sent is left alone. */
export async function fetchChanges(
  store: Store,
  ask: (since: string | undefined) => Promise<Answer>,
  cards: Cards | null = null,
): Promise<void> {
  const { db } = store;
  for (;;) {
    const since = await textAt(store, 'cursor');
    const { changes, cursor, more, dataEpoch } = await ask(since);
    const known = await textAt(store, 'dataEpoch');
    const isRestored = known !== undefined && known !== dataEpoch;
    if (isRestored) await offerAgain(store);
    // All of it comes anew: what is on no list by now is not told, and must not stay on one here.
    if (isRestored || since === undefined) await db.listings.where('state').equals('synced').delete();
    await db.kv.put({ k: 'dataEpoch', value: dataEpoch });
    await withRoom(store, () => applyChanges(store, changes, cards));
    await db.kv.put({ k: 'cursor', value: cursor });
    if (more && cursor !== since) continue;
    await db.kv.put({ k: 'fetchedAt', value: store.means.now() });
    return;
  }
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

/** Writes in one transaction. What has something waiting is left: its own answer will bring the server's copy. */
async function applyTogether(store: Store, changes: readonly Change[]): Promise<Round> {
  const { db } = store;
  const prepared = await Promise.all(changes.map((change) => prepare(store, change)));
  return db.transaction('rw', [db.patients, db.consents, db.listings, db.bases], async () => {
    const taken: Change[] = [];
    const again: Change[] = [];
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
};

const TABLES = { patient: 'patients', consent: 'consents', listed: 'listings' } as const;

async function prepare(store: Store, change: Change): Promise<Prepared> {
  const { entity, id, version, data } = change;
  const table = TABLES[entity];
  const row = await store.db[table].get(id);
  const isOlder = row !== undefined && (row.state === 'unsent' || row.serverVersion > version);
  const copy = data === null ? null : 'consentID' in data ? keptOf(data) : data;
  const rebuilt = isOlder ? null : await rebuild(store, { table, id, copy, version, row, later: [] });
  return { change, table, rowRev: row?.localRev, rebuilt };
}

async function textAt({ db }: Store, k: string): Promise<string | undefined> {
  const value = (await db.kv.get(k))?.value;
  return typeof value === 'string' ? value : undefined;
}
