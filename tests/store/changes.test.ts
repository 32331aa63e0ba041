import 'fake-indexeddb/auto';
import type { OutputOf } from '#contract/define.ts';
import type { Change, sync } from '#contract/sync.ts';
import { commit } from '#store/commit.ts';
import { fetchChanges, pageMark } from '#store/changes.ts';
import { readConsent } from '#store/consents.ts';
import { createPatient, readPatient, updatePatient } from '#store/patients.ts';
import { offerAgain, pruneReceipts } from '#store/receipts.ts';
import { cardOf, CARDS_ON_A_PAGE, keepCards } from '#store/card-pages.ts';
import { drainOnce } from '#store/replay/pass.ts';
import { openCards } from '#store/search-cards.ts';
import { forgetSynced } from '#store/vault/remembered.ts';
import type { Store } from '#store/store.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { demoConsent, demoPatient } from './demo-entities.ts';
import { modelServer, type ModelServer } from './model-server.ts';
import { senderOf, type Sender } from './replaying.ts';
import { soon } from '#tests/support/soon.ts';
import { everythingIn, openDemoStore, openWorld, type World } from './world.ts';

const draft = { firstName: 'Amber', lastName: 'Demo-Rowan', dateOfBirth: '1950-03-14' };
let world: World;
let store: Store;
let server: ModelServer;
let sender: Sender;

beforeEach(async () => {
  world = openWorld();
  store = await openDemoStore(world);
  server = modelServer();
  sender = await senderOf(store, server);
});
afterEach(() => {
  vi.restoreAllMocks();
  store.db.close();
});

type Page = Partial<OutputOf<(typeof sync)['syncChanges']>>;
const pages = (...answers: Page[]) => {
  const asked: (string | undefined)[] = [];
  const ask = async (since: string | undefined) => {
    asked.push(since);
    return { message: 'Done', changes: [], cursor: 'end', more: false, dataEpoch: 'one', ...answers.shift() };
  };
  return { ask, asked };
};
const patientChange = (change: Parameters<typeof demoPatient>[0]): Change => {
  const data = demoPatient(change);
  return { entity: 'patient', id: data.id, version: data.version, data };
};

test('what the server tells is on the device, page by page, and found by name, number and birth date', async () => {
  const [one, two, three] = [world.means.newId(), world.means.newId(), world.means.newId()];
  const form = demoConsent({ consentID: three, recordID: three, patientID: one });
  const cards = await openCards(store);
  const { ask, asked } = pages(
    { changes: [patientChange({ id: one, nhsNumber: '9990000018' })], cursor: 'a', more: true },
    {
      changes: [
        patientChange({ id: two, firstName: 'Zoë', lastName: 'Demo-Łukasz' }),
        { entity: 'consent', id: three, version: 1, data: form },
      ],
    },
  );
  await fetchChanges(store, ask, cards);
  await fetchChanges(store, ask);
  expect(asked).toEqual([undefined, 'a', 'end']);
  expect(await readPatient(store, one)).toMatchObject({ state: 'synced', patient: { nhsNumber: '9990000018' } });
  expect((await readConsent(store, three))?.consent.server).toMatchObject({ patientID: one });
  for (const found of [cards, await openCards(store)]) {
    expect(found.size()).toBe(2);
    expect(found.search('lukasz zoe').map(({ id }) => id)).toEqual([two]);
    expect(found.search('999 000 0018').map(({ id }) => id)).toEqual([one]);
    expect(found.search('14/03/1950 rowan').map(({ id }) => id)).toEqual([one]);
    expect(found.search('nobody')).toEqual([]);
  }
  expect(await everythingIn(store.db.name)).not.toContain('ukasz');
});

test('a change never covers what waits to be sent, and one that came late never covers a newer one', async () => {
  const id = await createPatient(store, draft);
  await sender.drain(world.clock);
  await updatePatient(store, id, { phoneNumber: '01632 960002' });
  await fetchChanges(store, pages({ changes: [patientChange({ id, phoneNumber: '01632 960003', version: 9 })] }).ask);
  expect((await readPatient(store, id))?.patient.phoneNumber).toBe('01632 960002');
  await sender.drain(world.clock);
  await fetchChanges(store, pages({ changes: [patientChange({ id, phoneNumber: '01632 960004', version: 1 })] }).ask);
  expect((await readPatient(store, id))?.patient).toMatchObject({ phoneNumber: '01632 960002', version: 2 });
});

test('an edit that lands while a change is being written down is not covered by it', async () => {
  const id = await createPatient(store, draft);
  await sender.drain(world.clock);
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
  await fetchChanges(store, pages({ changes: [patientChange({ id, address: 'Elsewhere', version: 5 })] }).ask);
  expect(isOver).toBe(true);
  expect(await readPatient(store, id)).toMatchObject({ state: 'unsent', patient: { address: '1 Demo Street' } });
});

test('what no longer belongs on this device goes, from the list and from the search', async () => {
  const id = world.means.newId();
  const cards = await openCards(store);
  await fetchChanges(store, pages({ changes: [patientChange({ id })] }).ask, cards);
  await fetchChanges(store, pages({ changes: [{ entity: 'patient', id, version: 2, data: null }] }).ask, cards);
  expect(await readPatient(store, id)).toBeNull();
  expect([cards.size(), (await openCards(store)).size()]).toEqual([0, 0]);
});

test('thousands of cards lie on pages; one change seals one page, and a damaged page takes no other with it', async () => {
  const many = Array.from({ length: CARDS_ON_A_PAGE * 3 }, (_, nth) =>
    cardOf(demoPatient({ id: `${nth}`, lastName: `Demo-${nth}` })),
  );
  await keepCards(store, many);
  expect(await store.db.cards.count()).toBe(3);
  const before = await store.db.cards.toArray();
  await keepCards(store, [{ ...many[600]!, lastName: 'Demo-Renamed' }], ['3']);
  const after = await store.db.cards.toArray();
  expect(after.map(({ localRev }, at) => localRev - before[at]!.localRev)).toEqual([1, 1, 0]);
  const [found] = (await openCards(store)).search('renamed');
  expect(found?.id).toBe('600');
  await store.db.cards.update(0, { ct: new ArrayBuffer(64) });
  await store.db.kv.put({ k: 'cursor', value: 'end' });
  expect((await openCards(store)).size()).toBe(CARDS_ON_A_PAGE * 2);
  const { ask, asked } = pages();
  await fetchChanges(store, ask);
  expect(asked).toEqual([undefined]);
});

test('two tabs that keep cards at once lose none', async () => {
  const other = await openDemoStore(world);
  await Promise.all([
    keepCards(store, [cardOf(demoPatient({ id: 'one' }))]),
    keepCards(other, [cardOf(demoPatient({ id: 'two' }))]),
  ]);
  other.db.close();
  expect((await openCards(store)).size()).toBe(2);
});

test('of ten thousand cards those whose name begins so come first', async () => {
  const cards = await openCards(store);
  for (let nth = 0; nth < 10_000; nth += 1)
    cards.put(cardOf(demoPatient({ id: `${nth}`, firstName: 'Test', lastName: `Demo${nth}` })));
  cards.put(cardOf(demoPatient({ id: 'first', firstName: 'Test', lastName: '77-Demo' })));
  const found = cards.search('77');
  expect(found).toHaveLength(20);
  expect(found[0]?.id).toBe('first');
});

test('a patient whom only this device has is found too, and one whom the server has only just taken', async () => {
  await createPatient(store, { ...draft, lastName: 'Demo-Unsent' });
  expect((await openCards(store)).search('unsent')).toHaveLength(1);
  await sender.drain(world.clock);
  expect((await openCards(store)).search('unsent').map(({ recordID }) => recordID)).toEqual(['P-000001']);
});

test('a server that was restored from a backup gets the last seven days again, once, and before what waits', async () => {
  const id = await createPatient(store, draft);
  await sender.drain(world.clock);
  await fetchChanges(store, pages({ dataEpoch: 'one' }).ask);
  await updatePatient(store, id, { phoneNumber: '01632 960002' });
  const restored = modelServer();
  const next = await senderOf(store, restored);
  await fetchChanges(store, pages({ dataEpoch: 'two' }).ask);
  await fetchChanges(store, pages({ dataEpoch: 'two' }).ask);
  expect((await store.db.ops.orderBy('seq').toArray()).map(({ call }) => call)).toEqual(['patientCreate', 'patientUpdate']);
  await next.drain(world.clock);
  expect(restored.effects.map(({ call }) => call)).toEqual(['patientCreate', 'patientUpdate']);
  expect(restored.effects[0]?.key).toBe(server.effects[0]?.key);
});

test('after a restored backup patient and form arrive in the order of the first time, whatever gets lost on the way', async () => {
  const step = async (change: () => Promise<unknown>) => {
    await change();
    await sender.drain(world.clock);
    world.clock.now += 1000;
  };
  const form = (patientID: string) => {
    const ids = { consentID: world.means.newId(), recordID: world.means.newId(), patientID };
    const make = () => commit(store, { call: 'consentCreate', input: { ...ids, formType: 'FORM_1' }, patientId: patientID });
    const say = (mattersToMe: string) => () =>
      commit(store, { call: 'consentUpdate', input: { consentID: ids.consentID, mattersToMe } });
    return { ...ids, make, say };
  };
  const id = world.means.newId();
  const one = form(id);
  await step(() => commit(store, { call: 'patientCreate', input: { ...draft, id } }));
  await step(one.make);
  await step(() => updatePatient(store, id, { phoneNumber: '01632 960001' }));
  await step(one.say('one'));
  await step(() => updatePatient(store, id, { phoneNumber: '01632 960002' }));
  await step(one.say('two'));
  const first = server.effects.map(({ key }) => key);
  // Beside them lie another patient’s, and a form that nobody has sent yet.
  await step(async () => form(await createPatient(store, draft)).make());
  const late = form(id);
  await late.make();
  const restored = modelServer();
  const next = await senderOf(store, restored);
  await offerAgain(store);
  next.plan.push(...Array.from({ length: 8 }, (_, nth) => (nth % 2 === 0 ? 'lost' : 'none')));
  await next.drain(world.clock);
  expect(await store.db.ops.toArray()).toEqual([]);
  const keys = restored.effects.map(({ key }) => key);
  expect(keys.filter((key) => first.includes(key))).toEqual(first);
  expect(restored.effects).toHaveLength(9);
  expect(restored.effects.findIndex((effect) => effect.id === late.consentID)).toBeGreaterThan(keys.indexOf(first[4]!));
});

test('a patient goes before a form that this tablet’s clock, set back since, dates before it', async () => {
  const id = await createPatient(store, draft);
  await sender.drain(world.clock);
  world.clock.now -= 3_600_000;
  const ids = { consentID: world.means.newId(), recordID: world.means.newId() };
  await commit(store, { call: 'consentCreate', input: { ...ids, patientID: id, formType: 'FORM_1' }, patientId: id });
  await sender.drain(world.clock);
  const restored = modelServer();
  const next = await senderOf(store, restored);
  await offerAgain(store);
  await next.drain(world.clock);
  expect(restored.effects.map(({ call }) => call)).toEqual(['patientCreate', 'consentCreate']);
});

test('after a restored backup no copy counts, however new its version: what the backup lost goes, from the search as well', async () => {
  const [kept, lost] = [world.means.newId(), world.means.newId()];
  const cards = await openCards(store);
  const before = [patientChange({ id: kept, version: 5, address: 'After the backup' }), patientChange({ id: lost, version: 5 })];
  await fetchChanges(store, pages({ changes: before }).ask, cards);
  const { ask, asked } = pages(
    { dataEpoch: 'two', cursor: 'anew' },
    { dataEpoch: 'two', changes: [patientChange({ id: kept, version: 3, address: 'Before the backup' })] },
  );
  await fetchChanges(store, ask, cards);
  expect(asked).toEqual(['end', undefined]);
  expect(await readPatient(store, kept)).toMatchObject({
    state: 'synced',
    patient: { version: 3, address: 'Before the backup' },
  });
  expect(await readPatient(store, lost)).toBeNull();
  expect([cards.size(), (await openCards(store)).size()]).toEqual([1, 1]);
});

test('a tab whose copies nobody could read any more fetches nothing, and what it left is fetched anew under the next key', async () => {
  const id = world.means.newId();
  await fetchChanges(store, pages({ changes: [patientChange({ id })] }).ask);
  // Another tab of the same person signs out, this one fetches on, and the person signs in again.
  const second = await openDemoStore(world);
  await forgetSynced(second);
  second.db.close();
  const stale = pages({ changes: [patientChange({ id })] });
  await fetchChanges(store, stale.ask);
  expect(stale.asked).toEqual([]);
  const next = await openDemoStore(world);
  await next.db.kv.bulkPut([
    { k: 'cursor', value: 'end' },
    { k: 'copiesKey', value: store.vault.synced.keyId },
  ]);
  const { ask, asked } = pages({ changes: [patientChange({ id })] });
  await fetchChanges(next, ask);
  expect(asked).toEqual([undefined]);
  expect(await readPatient(next, id)).toMatchObject({ state: 'synced' });
  next.db.close();
});

test('of a fetch that another tab has taken over nothing is kept, however late its answer comes', async () => {
  const [gone, kept] = [world.means.newId(), world.means.newId()];
  await fetchChanges(store, pages({ changes: [patientChange({ id: gone })] }).ask);
  let answer = (_: Page) => {};
  const answered = new Promise<Page>((resolve) => (answer = resolve));
  const frozen = fetchChanges(store, async () => ({ ...(await pages().ask(undefined)), ...(await answered) }));
  const mark = await pageMark(store);
  await soon(async () => expect(await pageMark(store)).not.toBe(mark));
  const changes: Change[] = [patientChange({ id: kept, version: 5 }), { entity: 'patient', id: gone, version: 2, data: null }];
  await fetchChanges(store, pages({ changes, cursor: 'later' }).ask);
  answer({ changes: [patientChange({ id: gone })], cursor: 'old', dataEpoch: 'before' });
  await frozen;
  expect(await readPatient(store, gone)).toBeNull();
  expect(await readPatient(store, kept)).toMatchObject({ patient: { version: 5 } });
  const { ask, asked } = pages();
  await fetchChanges(store, ask);
  expect(asked).toEqual(['later']);
});

test('a fetch that is taken over while it writes a page down takes nothing of that page', async () => {
  const id = world.means.newId();
  const { ask } = pages({ changes: [patientChange({ id })] });
  const keep = store.db.transaction.bind(store.db);
  vi.spyOn(store.db, 'transaction').mockImplementation(((...given: Parameters<typeof keep>) => {
    const tables: unknown = given[1];
    const isPage = Array.isArray(tables) && tables.includes(store.db.patients) && tables.includes(store.db.bases);
    if (!isPage) return keep(...given);
    // At the last moment before.
    return store.db.kv.put({ k: 'fetching', value: 'of another tab' }).then(() => keep(...given));
  }) as typeof keep);
  await fetchChanges(store, ask);
  vi.restoreAllMocks();
  expect(await readPatient(store, id)).toBeNull();
});

test('a full tablet fetches: where it gives up its copies for room, from the beginning', async () => {
  const id = world.means.newId();
  await fetchChanges(store, pages({ changes: [patientChange({ id })] }).ask);
  const put = IDBObjectStore.prototype.put;
  let failures = 3;
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    const isMark = this.name === 'kv' && (given[0] as { k: string }).k === 'fetching';
    if (isMark && failures-- > 0) throw new DOMException('No room', 'QuotaExceededError');
    return put.apply(this, given);
  });
  const { ask, asked } = pages({ changes: [patientChange({ id })] });
  await fetchChanges(store, ask);
  full.mockRestore();
  expect(asked).toEqual([undefined]);
  expect(await readPatient(store, id)).toMatchObject({ state: 'synced' });
});

test('what took effect so long ago that its answer is kept no more goes, with a receipt, and is fetched anew', async () => {
  const id = await createPatient(store, draft);
  await fetchChanges(store, pages().ask);
  const answer = { message: '', error: 'ALREADY_DONE', fields: [] };
  const asking = { ...sender, fetch: async () => Response.json(answer, { status: 409, headers: { 'x-app': 'consent' } }) };
  await drainOnce(asking, { isEager: true, signal: new AbortController().signal, onAttempt: () => {} });
  expect(await store.db.ops.count()).toBe(0);
  expect((await store.db.sent.toArray()).map(({ call, entityId }) => [call, entityId])).toEqual([['patientCreate', id]]);
  expect(await readPatient(store, id)).toBeNull();
  const { ask, asked } = pages({ changes: [patientChange({ id, version: 7 })] });
  await fetchChanges(store, ask);
  expect(asked).toEqual([undefined]);
  expect(await readPatient(store, id)).toMatchObject({ state: 'synced', patient: { version: 7 } });
});

test.each([
  [1, [], '01632 960003'],
  [3, ['conflict'], ''],
])(
  'behind what took effect long ago an edit is taken, or waits for a choice: the server is at version %i',
  async (version, left, phone) => {
    const id = await createPatient(store, draft);
    sender.plan.push('answerLost');
    await sender.pass();
    await updatePatient(store, id, { phoneNumber: '01632 960003' });
    server.patients.set(id, { ...server.patients.get(id)!, version });
    const { fetch } = sender;
    const done = { message: 'Done', error: 'ALREADY_DONE' };
    const fetchLate: typeof fetch = async (address, init) =>
      String(address).endsWith('patient/create')
        ? Response.json(done, { status: 409, headers: { 'x-app': 'consent' } })
        : fetch(address, init);
    Object.assign(sender, { fetch: fetchLate });
    await sender.drain(world.clock);
    expect((await store.db.ops.toArray()).map(({ state }) => state)).toEqual(left);
    expect(server.patients.get(id)?.phoneNumber ?? '').toBe(phone);
  },
);

test('what a server still has is offered again without a second effect', async () => {
  await createPatient(store, draft);
  await sender.drain(world.clock);
  expect(await offerAgain(store)).toBe(1);
  await sender.drain(world.clock);
  expect(server.effects).toHaveLength(1);
  expect(await store.db.ops.count()).toBe(0);
});

test('receipts are kept for seven days', async () => {
  await createPatient(store, draft);
  await sender.drain(world.clock);
  world.clock.now += 7 * 86_400_000;
  await pruneReceipts(store);
  expect(await store.db.sent.count()).toBe(1);
  world.clock.now += 1;
  await pruneReceipts(store);
  expect(await store.db.sent.count()).toBe(0);
});
