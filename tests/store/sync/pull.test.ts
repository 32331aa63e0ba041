import 'fake-indexeddb/auto';
import type { Change } from '#contract/sync.ts';
import { pullChanges, readPullMark } from '#store/sync/pull.ts';
import { readConsent } from '#store/views/consents.ts';
import { readPatient } from '#store/views/patients.ts';
import { openPatientSearch } from '#store/entities/search.ts';
import { wipeCache } from '#store/session/sign-out.ts';
import { expect, test as base, vi } from 'vitest';
import { createPatient, updatePatient } from '#tests/store/app-calls.ts';
import { demoConsent } from '#tests/store/demo-entities.ts';
import { soon } from '#tests/support/soon.ts';
import { everythingIn, openDemoStore } from '#tests/store/world.ts';
import { dropCache } from '#store/session/cache.ts';
import { listedCases, on, TODAY } from '#tests/store/listed-cases.ts';
import { pages, patientChange, type ChangePage } from '#tests/store/change-pages.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

test('what the server tells is on the device, page by page, and found by name, number and birth date', async ({
  world,
  store,
}) => {
  const [one, two, three] = [world.env.newId(), world.env.newId(), world.env.newId()];
  const form = demoConsent({ consentID: three, recordID: three, patientID: one });
  const cards = await openPatientSearch(store);
  const { ask, asked } = pages(
    { changes: [patientChange({ id: one, nhsNumber: '9990000018' })], cursor: 'a', more: true },
    {
      changes: [
        patientChange({ id: two, firstName: 'Zoë', lastName: 'Demo-Łukasz' }),
        { entity: 'consent', id: three, version: 1, data: form },
      ],
    },
  );
  await pullChanges(store, ask, cards);
  await pullChanges(store, ask);
  expect(asked).toEqual([undefined, 'a', 'end']);
  expect(await readPatient(store, one)).toMatchObject({ state: 'synced', patient: { nhsNumber: '9990000018' } });
  expect((await readConsent(store, three))?.consent.server).toMatchObject({ patientID: one });
  for (const found of [cards, await openPatientSearch(store)]) {
    expect(found.size()).toBe(2);
    expect(found.search('lukasz zoe').map(({ id }) => id)).toEqual([two]);
    expect(found.search('999 000 0018').map(({ id }) => id)).toEqual([one]);
    expect(found.search('14/03/1950 rowan').map(({ id }) => id)).toEqual([one]);
    expect(found.search('nobody')).toEqual([]);
  }
  expect(await everythingIn(store.db.name)).not.toContain('ukasz');
});

test('a change never covers what waits to be sent, and one that came late never covers a newer one', async ({ store, drain }) => {
  const id = await createPatient(store);
  await drain();
  await updatePatient(store, id, { phoneNumber: '01632 960002' });
  await pullChanges(store, pages({ changes: [patientChange({ id, phoneNumber: '01632 960003', version: 9 })] }).ask);
  expect((await readPatient(store, id))?.patient.phoneNumber).toBe('01632 960002');
  await drain();
  await pullChanges(store, pages({ changes: [patientChange({ id, phoneNumber: '01632 960004', version: 1 })] }).ask);
  expect((await readPatient(store, id))?.patient).toMatchObject({ phoneNumber: '01632 960002', version: 2 });
});

test('an edit that lands while a change is being written down is not covered by it', async ({ store, drain }) => {
  const id = await createPatient(store);
  await drain();
  const transaction = store.db.transaction.bind(store.db);
  let isOver = false;
  vi.spyOn(store.db, 'transaction').mockImplementation((async (...given: Parameters<typeof transaction>) => {
    const [mode, tables] = given;
    const isChange = mode === 'rw' && Array.isArray(tables) && !tables.includes(store.db.ops);
    if (isChange && !isOver) {
      isOver = true;
      await updatePatient(store, id, { address: '1 Demo Street' });
    }
    return transaction(...given);
  }) as unknown as typeof transaction);
  await pullChanges(store, pages({ changes: [patientChange({ id, address: 'Elsewhere', version: 5 })] }).ask);
  expect(isOver).toBe(true);
  expect(await readPatient(store, id)).toMatchObject({ state: 'unsent', patient: { address: '1 Demo Street' } });
});

test('what no longer belongs on this device goes, from the list and from the search', async ({ world, store }) => {
  const id = world.env.newId();
  const cards = await openPatientSearch(store);
  await pullChanges(store, pages({ changes: [patientChange({ id })] }).ask, cards);
  await pullChanges(store, pages({ changes: [{ entity: 'patient', id, version: 2, data: null }] }).ask, cards);
  expect(await readPatient(store, id)).toBeNull();
  expect([cards.size(), (await openPatientSearch(store)).size()]).toEqual([0, 0]);
});

test('after a restored backup no copy counts, however new its version: what the backup lost goes, from the search as well', async ({
  world,
  store,
}) => {
  const [kept, lost] = [world.env.newId(), world.env.newId()];
  const cards = await openPatientSearch(store);
  const before = [patientChange({ id: kept, version: 5, address: 'After the backup' }), patientChange({ id: lost, version: 5 })];
  await pullChanges(store, pages({ changes: before }).ask, cards);
  const { ask, asked } = pages(
    { dataEpoch: 'two', cursor: 'anew' },
    { dataEpoch: 'two', changes: [patientChange({ id: kept, version: 3, address: 'Before the backup' })] },
  );
  await pullChanges(store, ask, cards);
  expect(asked).toEqual(['end', undefined]);
  expect(await readPatient(store, kept)).toMatchObject({
    state: 'synced',
    patient: { version: 3, address: 'Before the backup' },
  });
  expect(await readPatient(store, lost)).toBeNull();
  expect([cards.size(), (await openPatientSearch(store)).size()]).toEqual([1, 1]);
});

test('a tab whose copies nobody could read any more fetches nothing, and what it left is fetched anew under the next key', async ({
  world,
  store,
}) => {
  const id = world.env.newId();
  await pullChanges(store, pages({ changes: [patientChange({ id })] }).ask);
  // Another tab of the same person signs out, this one fetches on, and the person signs in again.
  const second = await openDemoStore(world);
  await wipeCache(second);
  second.db.close();
  const stale = pages({ changes: [patientChange({ id })] });
  await pullChanges(store, stale.ask);
  expect(stale.asked).toEqual([]);
  const next = await openDemoStore(world);
  await next.db.kv.bulkPut([
    { k: 'cursor', value: 'end' },
    { k: 'copiesKey', value: store.vault.synced.keyId },
  ]);
  const { ask, asked } = pages({ changes: [patientChange({ id })] });
  await pullChanges(next, ask);
  expect(asked).toEqual([undefined]);
  expect(await readPatient(next, id)).toMatchObject({ state: 'synced' });
  next.db.close();
});

test('of a fetch that another tab has taken over nothing is kept, however late its answer comes', async ({ world, store }) => {
  const [gone, kept] = [world.env.newId(), world.env.newId()];
  await pullChanges(store, pages({ changes: [patientChange({ id: gone })] }).ask);
  let answer = (_: ChangePage) => {};
  const answered = new Promise<ChangePage>((resolve) => (answer = resolve));
  const frozen = pullChanges(store, async () => ({ ...(await pages().ask(undefined)), ...(await answered) }));
  const mark = await readPullMark(store);
  await soon(async () => expect(await readPullMark(store)).not.toBe(mark));
  const changes: Change[] = [patientChange({ id: kept, version: 5 }), { entity: 'patient', id: gone, version: 2, data: null }];
  await pullChanges(store, pages({ changes, cursor: 'later' }).ask);
  answer({ changes: [patientChange({ id: gone })], cursor: 'old', dataEpoch: 'before' });
  await frozen;
  expect(await readPatient(store, gone)).toBeNull();
  expect(await readPatient(store, kept)).toMatchObject({ patient: { version: 5 } });
  const { ask, asked } = pages();
  await pullChanges(store, ask);
  expect(asked).toEqual(['later']);
});

test('a fetch that is taken over while it writes a page down takes nothing of that page', async ({ world, store }) => {
  const id = world.env.newId();
  const { ask } = pages({ changes: [patientChange({ id })] });
  const keep = store.db.transaction.bind(store.db);
  vi.spyOn(store.db, 'transaction').mockImplementation(((...given: Parameters<typeof keep>) => {
    const tables: unknown = given[1];
    const isPage = Array.isArray(tables) && tables.includes(store.db.patients) && tables.includes(store.db.bases);
    if (!isPage) return keep(...given);
    // At the last moment before.
    return store.db.kv.put({ k: 'fetching', value: 'of another tab' }).then(() => keep(...given));
  }) as typeof keep);
  await pullChanges(store, ask);
  vi.restoreAllMocks();
  expect(await readPatient(store, id)).toBeNull();
});

test('a full tablet fetches: where it gives up its copies for room, from the beginning', async ({ world, store }) => {
  const id = world.env.newId();
  await pullChanges(store, pages({ changes: [patientChange({ id })] }).ask);
  const put = IDBObjectStore.prototype.put;
  let failures = 3;
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    const isMark = this.name === 'kv' && (given[0] as { k: string }).k === 'fetching';
    if (isMark && failures-- > 0) throw new DOMException('No room', 'QuotaExceededError');
    return put.apply(this, given);
  });
  const { ask, asked } = pages({ changes: [patientChange({ id })] });
  await pullChanges(store, ask);
  full.mockRestore();
  expect(asked).toEqual([undefined]);
  expect(await readPatient(store, id)).toMatchObject({ state: 'synced' });
});

test('a fetch from the beginning that breaks off takes nothing from the list, and nobody says that all is known', async ({
  world,
  store,
}) => {
  const { told, fetched, rows } = listedCases(store);
  const ids = await fetched({ listed: on(TODAY) });
  await store.db.kv.delete('cursor');
  world.clock.now += 1000;
  const first = { message: '', changes: [], cursor: 'half', more: true, dataEpoch: 'one' };
  const broken = pullChanges(store, async (since) => {
    if (since === 'half') throw new Error('The network has gone');
    return first;
  });
  await expect(broken).rejects.toThrow('The network has gone');
  expect(await rows()).toEqual([[ids.recordID, TODAY]]);
  expect(await store.db.kv.get('fetchedAt')).toBeUndefined();
  await told([]);
  expect(await rows(), 'the rest told nothing of it either').toEqual([]);
});

test('copies that go while they are fetched are fetched from the beginning', async ({ store }) => {
  const { fetched } = listedCases(store);
  await fetched({ listed: on(TODAY) });
  const answer = { message: '', changes: [], cursor: 'next', more: false, dataEpoch: 'one' };
  await pullChanges(store, async () => {
    await dropCache(store.db);
    return answer;
  });
  expect(await store.db.kv.bulkGet(['cursor', 'fetchedAt'])).toEqual([undefined, undefined]);
});

test('a fetch from the beginning tells the lists anew: what is told no more is on none', async ({ world, store }) => {
  const { fetched, lines } = listedCases(store);
  await fetched({ listed: on(TODAY) });
  await store.db.kv.delete('cursor');
  world.clock.now += 1000;
  const still = await fetched({ listed: on(TODAY) });
  expect((await lines()).map(({ recordID }) => recordID)).toEqual([still.recordID]);
});
