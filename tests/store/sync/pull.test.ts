import 'fake-indexeddb/auto';
import type { Change } from '#contract/sync.ts';
import { readPullMark } from '#store/sync/apply-changes.ts';
import { pullChanges } from '#store/sync/pull.ts';
import { readConsent } from '#store/views/consents.ts';
import { readPatient } from '#store/views/patients.ts';
import { openPatientSearch } from '#tests/support/people/patient-search.ts';
import { wipeCache } from '#store/session/sign-out.ts';
import { expect, test as base, vi } from 'vitest';
import { updatePatient } from '#tests/store/app-calls.ts';
import { demoConsent } from '#tests/store/demo-entities.ts';
import { soon } from '#tests/support/checks/soon.ts';
import { everythingIn, openDemoStore } from '#tests/store/world.ts';
import { dropCache } from '#store/session/cache.ts';
import { listedCases, on, TODAY } from '#tests/store/listed-cases.ts';
import { pages, patientChange, type ChangePage } from '#tests/store/change-pages.ts';
import { createSentPatient } from '#tests/store/sender-setup.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

test('what the server tells is on the device, page by page, and found by name, number and birth date', async ({
  world,
  store,
}) => {
  const [one, two, three] = [world.env.newId(), world.env.newId(), world.env.newId()];
  const form = demoConsent({ consentID: three, recordID: three, patientID: one });
  const cards = await openPatientSearch(store);
  const { fetchPage, cursors } = pages(
    { changes: [patientChange({ id: one, nhsNumber: '9990000018' })], cursor: 'a', more: true },
    {
      changes: [
        patientChange({ id: two, firstName: 'Zoë', lastName: 'Demo-Łukasz' }),
        { entity: 'consent', id: three, version: 1, data: form },
      ],
    },
  );
  await pullChanges(store, fetchPage, cards);
  await pullChanges(store, fetchPage);
  expect(cursors).toEqual([undefined, 'a', 'end']);
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
  const id = await createSentPatient({ store, drain });
  await updatePatient(store, id, { phoneNumber: '01632 960002' });
  await pullChanges(store, pages({ changes: [patientChange({ id, phoneNumber: '01632 960003', version: 9 })] }).fetchPage);
  expect((await readPatient(store, id))?.patient.phoneNumber).toBe('01632 960002');
  await drain();
  await pullChanges(store, pages({ changes: [patientChange({ id, phoneNumber: '01632 960004', version: 1 })] }).fetchPage);
  expect((await readPatient(store, id))?.patient).toMatchObject({ phoneNumber: '01632 960002', version: 2 });
});

test('an edit that lands while a change is being written down is not covered by it', async ({ store, drain }) => {
  const id = await createSentPatient({ store, drain });
  const transaction = store.db.transaction.bind(store.db);
  let isOver = false;
  vi.spyOn(store.db, 'transaction').mockImplementation((async (...args: Parameters<typeof transaction>) => {
    const [mode, tables] = args;
    const isChange = mode === 'rw' && Array.isArray(tables) && !tables.includes(store.db.ops);
    if (isChange && !isOver) {
      isOver = true;
      await updatePatient(store, id, { address: '1 Demo Street' });
    }
    return transaction(...args);
  }) as unknown as typeof transaction);
  await pullChanges(store, pages({ changes: [patientChange({ id, address: 'Elsewhere', version: 5 })] }).fetchPage);
  expect(isOver).toBe(true);
  expect(await readPatient(store, id)).toMatchObject({ state: 'unsent', patient: { address: '1 Demo Street' } });
});

test('what no longer belongs on this device goes, from the list and from the search', async ({ world, store }) => {
  const id = world.env.newId();
  const cards = await openPatientSearch(store);
  await pullChanges(store, pages({ changes: [patientChange({ id })] }).fetchPage, cards);
  await pullChanges(store, pages({ changes: [{ entity: 'patient', id, version: 2, data: null }] }).fetchPage, cards);
  expect(await readPatient(store, id)).toBeNull();
  expect([cards.size(), (await openPatientSearch(store)).size()]).toEqual([0, 0]);
});

test('after a restored backup no copy counts, however new its version: what the backup lost goes, from the search as well', async ({
  world,
  store,
}) => {
  const [current, lost] = [world.env.newId(), world.env.newId()];
  const cards = await openPatientSearch(store);
  const before = [
    patientChange({ id: current, version: 5, address: 'After the backup' }),
    patientChange({ id: lost, version: 5 }),
  ];
  await pullChanges(store, pages({ changes: before }).fetchPage, cards);
  const { fetchPage, cursors } = pages(
    { dataEpoch: 'two', cursor: 'anew' },
    { dataEpoch: 'two', changes: [patientChange({ id: current, version: 3, address: 'Before the backup' })] },
  );
  await pullChanges(store, fetchPage, cards);
  expect(cursors).toEqual(['end', undefined]);
  expect(await readPatient(store, current)).toMatchObject({
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
  await pullChanges(store, pages({ changes: [patientChange({ id })] }).fetchPage);
  // Another tab of the same person signs out, this one fetches on, and the person signs in again.
  const second = await openDemoStore(world);
  await wipeCache(second);
  second.db.close();
  const stale = pages({ changes: [patientChange({ id })] });
  await pullChanges(store, stale.fetchPage);
  expect(stale.cursors).toEqual([]);
  const next = await openDemoStore(world);
  await next.db.kv.bulkPut([
    { k: 'cursor', value: 'end' },
    { k: 'copiesKey', value: store.vault.synced.keyId },
  ]);
  const { fetchPage, cursors } = pages({ changes: [patientChange({ id })] });
  await pullChanges(next, fetchPage);
  expect(cursors).toEqual([undefined]);
  expect(await readPatient(next, id)).toMatchObject({ state: 'synced' });
  next.db.close();
});

test('of a fetch that another tab has taken over nothing is kept, however late its answer comes', async ({ world, store }) => {
  const [gone, current] = [world.env.newId(), world.env.newId()];
  await pullChanges(store, pages({ changes: [patientChange({ id: gone })] }).fetchPage);
  let answer = (_: ChangePage) => {};
  const answered = new Promise<ChangePage>((resolve) => (answer = resolve));
  const frozen = pullChanges(store, async () => ({ ...(await pages().fetchPage(undefined)), ...(await answered) }));
  const mark = await readPullMark(store);
  await soon(async () => expect(await readPullMark(store)).not.toBe(mark));
  const changes: Change[] = [patientChange({ id: current, version: 5 }), { entity: 'patient', id: gone, version: 2, data: null }];
  await pullChanges(store, pages({ changes, cursor: 'later' }).fetchPage);
  answer({ changes: [patientChange({ id: gone })], cursor: 'old', dataEpoch: 'before' });
  await frozen;
  expect(await readPatient(store, gone)).toBeNull();
  expect(await readPatient(store, current)).toMatchObject({ patient: { version: 5 } });
  const { fetchPage, cursors } = pages();
  await pullChanges(store, fetchPage);
  expect(cursors).toEqual(['later']);
});

test('a fetch that is taken over while it writes a page down takes nothing of that page', async ({ world, store }) => {
  const id = world.env.newId();
  const { fetchPage } = pages({ changes: [patientChange({ id })] });
  const transaction = store.db.transaction.bind(store.db);
  vi.spyOn(store.db, 'transaction').mockImplementation(((...args: Parameters<typeof transaction>) => {
    const tables: unknown = args[1];
    const isPage = Array.isArray(tables) && tables.includes(store.db.patients) && tables.includes(store.db.bases);
    if (!isPage) return transaction(...args);
    // At the last moment before.
    return store.db.kv.put({ k: 'fetching', value: 'of another tab' }).then(() => transaction(...args));
  }) as typeof transaction);
  await pullChanges(store, fetchPage);
  vi.restoreAllMocks();
  expect(await readPatient(store, id)).toBeNull();
});

test('a full tablet fetches: where it gives up its copies for room, from the beginning', async ({ world, store }) => {
  const id = world.env.newId();
  await pullChanges(store, pages({ changes: [patientChange({ id })] }).fetchPage);
  const put = IDBObjectStore.prototype.put;
  let failures = 3;
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    const isMark = this.name === 'kv' && (args[0] as { k: string }).k === 'fetching';
    if (isMark && failures-- > 0) throw new DOMException('No room', 'QuotaExceededError');
    return put.apply(this, args);
  });
  const { fetchPage, cursors } = pages({ changes: [patientChange({ id })] });
  await pullChanges(store, fetchPage);
  full.mockRestore();
  expect(cursors).toEqual([undefined]);
  expect(await readPatient(store, id)).toMatchObject({ state: 'synced' });
});

test('a fetch from the beginning that breaks off takes nothing from the list, and nobody says that all is known', async ({
  world,
  store,
}) => {
  const { pull, fetchCase, readDates } = listedCases(store);
  const ids = await fetchCase({ listed: on(TODAY) });
  await store.db.kv.delete('cursor');
  world.clock.now += 1000;
  const first = { message: '', changes: [], cursor: 'half', more: true, dataEpoch: 'one' };
  const broken = pullChanges(store, async (since) => {
    if (since === 'half') throw new Error('The network has gone');
    return first;
  });
  await expect(broken).rejects.toThrow('The network has gone');
  expect(await readDates()).toEqual([[ids.recordID, TODAY]]);
  expect(await store.db.kv.get('fetchedAt')).toBeUndefined();
  await pull([]);
  expect(await readDates(), 'the rest told nothing of it either').toEqual([]);
});

test('copies that go while they are fetched are fetched from the beginning', async ({ store }) => {
  const { fetchCase } = listedCases(store);
  await fetchCase({ listed: on(TODAY) });
  const answer = { message: '', changes: [], cursor: 'next', more: false, dataEpoch: 'one' };
  await pullChanges(store, async () => {
    await dropCache(store.db);
    return answer;
  });
  expect(await store.db.kv.bulkGet(['cursor', 'fetchedAt'])).toEqual([undefined, undefined]);
});

test('a fetch from the beginning tells the lists anew: what is told no more is on none', async ({ world, store }) => {
  const { fetchCase, readRows } = listedCases(store);
  await fetchCase({ listed: on(TODAY) });
  await store.db.kv.delete('cursor');
  world.clock.now += 1000;
  const still = await fetchCase({ listed: on(TODAY) });
  expect((await readRows()).map(({ recordID }) => recordID)).toEqual([still.recordID]);
});
