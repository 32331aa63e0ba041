import 'fake-indexeddb/auto';
import { pullChanges } from '#store/sync/pull.ts';
import { readPatient } from '#store/views/patients.ts';
import { runPass } from '#store/sync/pass.ts';
import { expect, test as base } from 'vitest';
import { createPatient, updatePatient } from '#tests/store/app-calls.ts';
import { readListing } from '#store/views/listing.ts';
import { acknowledge } from '#store/sync/acknowledge.ts';
import { acquireLease } from '#store/outbox/lease.ts';
import { listedCases, on } from '#tests/store/listed-cases.ts';
import { pages, patientChange } from '#tests/store/change-pages.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

test('what took effect so long ago that its answer is kept no more goes, with a receipt, and is fetched anew', async ({
  store,
  sender,
}) => {
  const id = await createPatient(store);
  await pullChanges(store, pages().fetchPage);
  const answer = { message: '', error: 'ALREADY_DONE', fields: [] };
  const asking = { ...sender, fetch: async () => Response.json(answer, { status: 409, headers: { 'x-app': 'consent' } }) };
  await runPass(asking, { isImmediate: true, signal: new AbortController().signal, onAttempt: () => {} });
  expect(await store.db.ops.count()).toBe(0);
  expect((await store.db.sent.toArray()).map(({ call, entityId }) => [call, entityId])).toEqual([['patientCreate', id]]);
  expect(await readPatient(store, id)).toBeNull();
  const { fetchPage, cursors } = pages({ changes: [patientChange({ id, version: 7 })] });
  await pullChanges(store, fetchPage);
  expect(cursors).toEqual([undefined]);
  expect(await readPatient(store, id)).toMatchObject({ state: 'synced', patient: { version: 7 } });
});

test.for([
  [1, [], '01632 960003'],
  [3, ['conflict'], ''],
] as const)(
  'behind what took effect long ago an edit is taken, or waits for a choice: the server is at version %i',
  async ([version, left, phone], { store, server, sender, drain }) => {
    const id = await createPatient(store);
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
    await drain();
    expect((await store.db.ops.toArray()).map(({ state }) => state)).toEqual(left);
    expect(server.patients.get(id)?.phoneNumber ?? '').toBe(phone);
  },
);

test('an old answer that comes once more after a restored backup writes over nothing', async ({ store }) => {
  const { fetchCase, listCase } = listedCases(store);
  const ids = await fetchCase({});
  await listCase(ids, on('2026-08-07'));
  const [op] = await store.db.ops.toArray();
  const epoch = await acquireLease(store.db, store.env.now());
  const row = (await store.db.listings.get(ids.recordID))!;
  await store.db.listings.put({ ...row, state: 'synced', serverVersion: 9 });
  const listing = { ...(await readListing(store, ids.recordID))!, listed: null, version: 3 };
  await acknowledge({ store, epoch }, { op: op!, body: {} }, { listing });
  expect((await readListing(store, ids.recordID))?.listed).toEqual(on('2026-08-07'));
  expect(await store.db.ops.count()).toBe(0);
});
