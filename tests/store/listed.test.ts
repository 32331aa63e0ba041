import 'fake-indexeddb/auto';
import type { Consent } from '#contract/record-shapes.ts';
import type { ListedCase } from '#contract/record-summary.ts';
import type { Change } from '#contract/sync.ts';
import { overlayCase } from '#store/case-view.ts';
import { readCase } from '#store/cases.ts';
import { fetchChanges } from '#store/changes.ts';
import { commit } from '#store/commit.ts';
import { comingList } from '#store/listed.ts';
import { readListing } from '#store/listing.ts';
import { outboxItems } from '#store/outbox/list.ts';
import { discard } from '#store/outbox/review.ts';
import { Overtaken } from '#store/overtaken.ts';
import { acknowledge } from '#store/replay/acknowledge.ts';
import { takeLead } from '#store/replay/lease.ts';
import { dropSynced } from '#store/synced.ts';
import { keepProfile } from '#store/profile.ts';
import type { Store } from '#store/store.ts';
import { deleteUnsent, forgetSynced } from '#store/vault/remembered.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { demoConsent, demoPatient, demoUser } from './demo-entities.ts';
import { everythingIn, openDemoStore, openWorld, type World } from './world.ts';

const TODAY = '2026-08-06';
let world: World;
let store: Store;
let cursor = 0;
/** the cursors that were sent */
let asked: (string | undefined)[] = [];
beforeEach(async () => {
  asked = [];
  world = openWorld();
  store = await openDemoStore(world);
  await keepProfile(store, demoUser);
});
afterEach(() => store.db.close());

type Ids = { readonly consentID: string; readonly recordID: string };
type Told = {
  readonly listed?: ReturnType<typeof on> | null;
  readonly light?: ListedCase['light'];
  readonly version?: number;
  readonly consent?: Partial<Consent>;
  readonly lastName?: string;
};

const on = (date: string, theatre: string | null = '2') => ({ date, theatre, listType: 'THEATRE' as const });
const SIGNED = { status: 'SIGNED', sealState: 'SEALED' } as const;
const newIds = (): Ids => ({ consentID: store.means.newId(), recordID: store.means.newId() });

async function told(changes: readonly Change[]): Promise<void> {
  cursor += 1;
  const answer = { message: '', changes: [...changes], cursor: String(cursor), more: false, dataEpoch: 'one' };
  await fetchChanges(store, async (since) => {
    asked.push(since);
    return answer;
  });
}

/** One case of this person as the server tells it. */
async function fetched({ listed = null, light = 'RED', version = 1, consent, lastName = 'Demo-Rowan' }: Told, ids = newIds()) {
  const patientID = ids.recordID.replace(/^..../, '0000');
  const inForceConsentID = consent?.status === 'SIGNED' || light === 'GREEN' ? ids.consentID : null;
  const line = {
    currentConsentID: ids.consentID,
    inForceConsentID,
    listed,
    listedBy: null,
    listedAt: null,
    light,
    reason: `${light}, as told`,
    version,
  };
  await told([
    { entity: 'patient', id: patientID, version: 1, data: demoPatient({ id: patientID, lastName }) },
    { entity: 'consent', id: ids.consentID, version, data: demoConsent({ ...ids, patientID, version, ...consent }) },
    { entity: 'listed', id: ids.recordID, version, data: { recordID: ids.recordID, patientID, ...line } },
  ]);
  return ids;
}
const list = ({ recordID }: Ids, listed: ReturnType<typeof on> | null) =>
  commit(store, { call: 'recordUpdate', input: { recordID, listed } });
const lines = async () => (await comingList(store, TODAY)).rows;
const rows = async () => (await lines()).map(({ recordID, date }) => [recordID, date]);
const lightOfOnly = async () => (await lines()).map(({ light }) => light).join();

test('the list is there without a network: the next one first, nothing of yesterday, and no word of it in clear', async () => {
  const later = await fetched({ listed: on('2026-08-20') });
  const second = await fetched({ listed: on(TODAY), lastName: 'Demo-Willow' });
  const first = await fetched({ listed: on(TODAY), lastName: 'Demo-Alder' });
  await fetched({ listed: on('2026-08-05') });
  await fetched({});
  expect(await rows()).toEqual([
    [first.recordID, TODAY],
    [second.recordID, TODAY],
    [later.recordID, '2026-08-20'],
  ]);
  expect((await lines())[0]).toMatchObject({
    theatre: '2',
    patient: { lastName: 'Demo-Alder' },
    isUnsent: false,
  });
  const onDisk = await everythingIn(store.db.name);
  for (const word of ['THEATRE', 'Demo-Alder']) expect(onDisk).not.toContain(word);
});

test('after a logout nothing of it is left, and nobody claims to know', async () => {
  const ids = await fetched({ listed: on(TODAY) });
  await forgetSynced(store);
  expect(await rows()).toEqual([]);
  expect(await readListing(store, ids.recordID)).toBeNull();
  expect(await store.db.kv.get('fetchedAt')).toBeUndefined();
});

test.each([
  ['the server', { light: 'AMBER' as const, consent: SIGNED }, 'AMBER'],
  ['the tablet, whose form is withdrawn', { light: 'GREEN' as const, consent: { status: 'WITHDRAWN' as const } }, 'RED'],
  [
    'the tablet, whose form is not sealed',
    { light: 'GREEN' as const, consent: { ...SIGNED, sealState: 'SEALING' as const } },
    'AMBER',
  ],
  ['nobody', { light: 'GREEN' as const, consent: SIGNED }, 'GREEN'],
])('a light is the worse of what the server told and what the tablet sees: doubted by %s', async (_, given, light) => {
  await fetched({ listed: on(TODAY), ...given });
  expect(await lightOfOnly()).toBe(light);
});

test('no light is green where the form is not on this tablet, or something of it waits', async () => {
  const ids = await fetched({ listed: on(TODAY), light: 'GREEN', consent: SIGNED });
  expect(await lightOfOnly()).toBe('GREEN');
  await commit(store, { call: 'recordWithdraw', input: { consentID: ids.consentID, reason: 'They say no' } });
  expect(await lines()).toMatchObject([{ light: 'RED', reason: 'The consent is withdrawn', isUnsent: true }]);
  await store.db.consents.clear();
  expect(await lines()).toMatchObject([{ light: 'AMBER', patient: { lastName: 'Demo-Rowan' } }]);
});

test('no light is green while the place on the list itself waits, whatever stands in the forms', async () => {
  const ids = await fetched({ listed: on(TODAY), light: 'GREEN', consent: SIGNED });
  await list(ids, on(TODAY, '3'));
  expect(await lines()).toMatchObject([
    { light: 'AMBER', reason: 'Something of it waits to be sent', isUnsent: true, isStopped: false },
  ]);
  await store.db.ops.toCollection().modify({ state: 'conflict' });
  expect(await lines()).toMatchObject([{ light: 'AMBER', isStopped: true }]);
  expect((await readCase(store, ids.recordID))?.record).toMatchObject({ isListingUnsent: true, isListingStopped: true });
});

test('where the version in force is another than those on this tablet, neither its side nor its light is guessed', async () => {
  const ids = await fetched({ listed: on(TODAY), consent: { status: 'SUPERSEDED' } });
  const patientID = ids.recordID.replace(/^..../, '0000');
  const [currentConsentID, inForceConsentID] = [store.means.newId(), store.means.newId()];
  const line = { currentConsentID, inForceConsentID, listed: on(TODAY), listedBy: null, listedAt: null, version: 4 };
  const data = { recordID: ids.recordID, patientID, ...line, light: 'GREEN' as const, reason: 'Signed and sealed' };
  await told([{ entity: 'listed', id: ids.recordID, version: 4, data }]);
  expect(await lines()).toMatchObject([{ light: 'AMBER', reason: 'The consent is not on this tablet', procedures: null }]);
});

test('a listed case without its patient is counted', async () => {
  await fetched({ listed: on(TODAY) });
  await store.db.patients.clear();
  expect(await comingList(store, TODAY)).toEqual({ rows: [], hidden: 1 });
});

test('what is told while something waits is asked for again once that was taken back', async () => {
  const ids = await fetched({});
  await list(ids, on('2026-08-07'));
  await fetched({ listed: on('2026-08-09'), version: 2 }, ids);
  expect(await rows()).toEqual([[ids.recordID, '2026-08-07']]);
  await told([]);
  expect(new Set(asked).size, 'as long as it waits there is nothing to ask for').toBe(3);
  const [{ opId } = { opId: '' }] = await outboxItems(store.db);
  await store.db.ops.toCollection().modify({ state: 'review' });
  await discard(store, opId);
  const before = asked.length;
  await fetched({ listed: on('2026-08-09'), version: 2 }, ids);
  expect(asked.slice(before), 'from where it was told').toEqual([asked[1]]);
  expect(await rows()).toEqual([[ids.recordID, '2026-08-09']]);
  await told([]);
  expect(asked.at(-1), 'and once only').not.toBe(asked[1]);
});

test('an answer that brings what was told meanwhile asks for nothing again; one from before does', async () => {
  const ids = await fetched({});
  const epoch = await takeLead(store.db, store.means.now());
  const patientID = ids.recordID.replace(/^..../, '0000');
  const answerOf = (version: number, date: string) => {
    const line = { currentConsentID: ids.consentID, inForceConsentID: null, listed: on(date), listedBy: null, listedAt: null };
    return { listing: { recordID: ids.recordID, patientID, ...line, light: 'RED', reason: 'No consent yet', version } };
  };
  const answered = async (version: number, date: string) => {
    await list(ids, on('2026-08-07'));
    await fetched({ listed: on('2026-08-09'), version: version === 3 ? 2 : 5, consent: { version: 1 } }, ids);
    const [op] = await store.db.ops.toArray();
    await acknowledge({ store, epoch }, { op: op!, body: {} }, answerOf(version, date));
    const at = asked.length;
    await told([]);
    return { since: asked[at], before: asked[at - 1] };
  };
  const news = await answered(3, '2026-08-07');
  expect(news.since).not.toBe(news.before);
  const old = await answered(4, '2026-08-07');
  expect(old.since, 'goes back to where it was told').toBe(old.before);
});

test('an old answer that comes once more after a restored backup writes over nothing', async () => {
  const ids = await fetched({});
  await list(ids, on('2026-08-07'));
  const [op] = await store.db.ops.toArray();
  const epoch = await takeLead(store.db, store.means.now());
  const row = (await store.db.listings.get(ids.recordID))!;
  await store.db.listings.put({ ...row, state: 'synced', serverVersion: 9 });
  const listing = { ...(await readListing(store, ids.recordID))!, listed: null, version: 3 };
  await acknowledge({ store, epoch }, { op: op!, body: {} }, { listing });
  expect((await readListing(store, ids.recordID))?.listed).toEqual(on('2026-08-07'));
  expect(await store.db.ops.count()).toBe(0);
});

test('a fetch from the beginning that breaks off takes nothing from the list, and nobody says that all is known', async () => {
  const ids = await fetched({ listed: on(TODAY) });
  await store.db.kv.delete('cursor');
  world.clock.now += 1000;
  const first = { message: '', changes: [], cursor: 'half', more: true, dataEpoch: 'one' };
  const broken = fetchChanges(store, async (since) => {
    if (since === 'half') throw new Error('The network has gone');
    return first;
  });
  await expect(broken).rejects.toThrow('The network has gone');
  expect(await rows()).toEqual([[ids.recordID, TODAY]]);
  expect(await store.db.kv.get('fetchedAt')).toBeUndefined();
  await told([]);
  expect(await rows(), 'the rest told nothing of it either').toEqual([]);
});

test('a light that changed under the same version while something waited is asked for again', async () => {
  const ids = await fetched({ listed: on(TODAY), consent: SIGNED, light: 'AMBER' });
  await list(ids, on('2026-08-07'));
  await fetched({ listed: on(TODAY), consent: SIGNED, light: 'GREEN' }, ids);
  const from = asked.at(-1);
  const [{ opId } = { opId: '' }] = await outboxItems(store.db);
  await store.db.ops.toCollection().modify({ state: 'review' });
  await discard(store, opId);
  await fetched({ listed: on(TODAY), consent: SIGNED, light: 'GREEN' }, ids);
  expect(asked.at(-1)).toBe(from);
  expect(await lightOfOnly()).toBe('GREEN');
});

test('copies that go while they are fetched are fetched from the beginning', async () => {
  await fetched({ listed: on(TODAY) });
  const answer = { message: '', changes: [], cursor: 'next', more: false, dataEpoch: 'one' };
  await fetchChanges(store, async () => {
    await dropSynced(store.db);
    return answer;
  });
  expect(await store.db.kv.bulkGet(['cursor', 'fetchedAt'])).toEqual([undefined, undefined]);
});

test('a tablet on which nothing can be written gives up its copies all the same', async () => {
  await fetched({ listed: on(TODAY) });
  const full = () => {
    throw new DOMException('No room', 'QuotaExceededError');
  };
  const spies = (['put', 'add'] as const).map((name) => vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(full));
  await expect(dropSynced(store.db)).resolves.toBeUndefined();
  for (const spy of spies) spy.mockRestore();
  expect(await rows()).toEqual([]);
});

test('who deletes what was not sent is not told when all was known', async () => {
  const ids = await fetched({ listed: on(TODAY) });
  await list(ids, on('2026-08-07'));
  await deleteUnsent(store, 'DELETE');
  expect(await store.db.kv.bulkGet(['cursor', 'fetchedAt'])).toEqual([undefined, undefined]);
});

test('what is listed here stands on the list and in the case at once, says that it waits, and leaves the form alone', async () => {
  const ids = await fetched({});
  expect((await readCase(store, ids.recordID))?.record).toMatchObject({ listed: null, isListingUnsent: false });
  await list(ids, on('2026-08-07', null));
  expect(await lines()).toMatchObject([{ recordID: ids.recordID, light: 'RED', isUnsent: true }]);
  const here = await readCase(store, ids.recordID);
  expect(here).toMatchObject({
    record: { listed: on('2026-08-07', null), isListingUnsent: true },
    consents: [{ here: { isUnsent: false } }],
  });
  expect((await store.db.ops.toArray()).map(({ lane, entityId }) => [lane, entityId])).toEqual([
    [`case:${ids.recordID}`, ids.recordID],
  ]);
  const fromServer = { ...here!, record: { ...here!.record, listed: null, isListingUnsent: false } };
  expect(overlayCase(fromServer, here).record).toMatchObject({ listed: on('2026-08-07', null), isListingUnsent: true });
  expect(overlayCase(fromServer, { ...here!, record: { ...here!.record, isListingUnsent: false } }).record.listed).toBeNull();
});

test('what is taken off here is on the list no more, whatever the server tells meanwhile', async () => {
  const ids = await fetched({ listed: on(TODAY) });
  await list(ids, null);
  await fetched({ listed: on(TODAY), version: 2 }, ids);
  expect(await rows()).toEqual([]);
  expect((await readCase(store, ids.recordID))?.record.listed).toBeNull();
});

test('saying it twice before anybody has sent it travels as one', async () => {
  const ids = await fetched({});
  await list(ids, on('2026-08-07'));
  await list(ids, on('2026-08-08'));
  expect((await outboxItems(store.db)).map(({ call }) => call)).toEqual(['recordUpdate']);
  expect(await rows()).toEqual([[ids.recordID, '2026-08-08']]);
});

test('a place that was changed since it was seen is not written over', async () => {
  const ids = await fetched({ listed: on('2026-08-09') });
  const change = { call: 'recordUpdate', input: { recordID: ids.recordID, listed: on('2026-08-10') } } as const;
  await expect(commit(store, { ...change, seen: { listed: on('2026-08-08') } })).rejects.toBeInstanceOf(Overtaken);
  expect(await outboxItems(store.db)).toEqual([]);
  await commit(store, { ...change, seen: { listed: on('2026-08-09') } });
  expect(await rows()).toEqual([[ids.recordID, '2026-08-10']]);
});

test('a fetch from the beginning tells the lists anew: what is told no more is on none', async () => {
  await fetched({ listed: on(TODAY) });
  await store.db.kv.delete('cursor');
  world.clock.now += 1000;
  const still = await fetched({ listed: on(TODAY) });
  expect((await lines()).map(({ recordID }) => recordID)).toEqual([still.recordID]);
});

test('a case that this tablet has not been told of is not said to be on no list', async () => {
  const ids = await fetched({});
  await store.db.listings.clear();
  expect((await readCase(store, ids.recordID))?.record.listed).toBeUndefined();
});
