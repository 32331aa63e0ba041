import 'fake-indexeddb/auto';
import type { Change } from '#contract/sync.ts';
import { createLocalData } from '#src/offline/local/local-data.ts';
import { pullChanges } from '#store/sync/pull.ts';
import type { Store } from '#store/session/store.ts';
import { createPatient } from '#tests/store/app-calls.ts';
import { demoPatient } from '#tests/store/demo-entities.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';
import { expect, test as base, vi } from 'vitest';

const test = base.extend(storeFixtures);

/** Decrypts, and requests of a table: a request for many rows is one. */
async function countsOf(work: () => Promise<unknown>): Promise<{ decrypts: number; requests: number }> {
  const decrypt = vi.spyOn(crypto.subtle, 'decrypt');
  const request = vi.spyOn(IDBTransaction.prototype, 'objectStore');
  decrypt.mockClear();
  request.mockClear();
  await work();
  const counts = { decrypts: decrypt.mock.calls.length, requests: request.mock.calls.length };
  vi.restoreAllMocks();
  return counts;
}

test('the items that wait for a person are read alone, however many others are unsent', async ({
  store,
  server,
  drain,
  sender,
}) => {
  const refused = await createPatient(store);
  server.refuseWith((_, { id }) => (id === refused ? server.failure(403, 'FORBIDDEN') : undefined));
  await drain();
  sender.session = null;
  const context = { userId: '', store, cards: {} as never, wake: () => {}, pull: async () => {}, isCurrent: () => true };
  const { outbox } = createLocalData(context);
  const read = async () => expect(await outbox.blocked()).toMatchObject([{ entityId: refused, state: 'review' }]);
  const few = await countsOf(read);
  for (let nth = 0; nth < 40; nth += 1) await createPatient(store);
  expect(await outbox.unsent()).toHaveLength(41);
  expect((await countsOf(read)).decrypts).toBe(few.decrypts);
});

test('a page of many changes takes as many decrypts and requests as a page of few', async ({ store }) => {
  // Where there are copies, a page of their search cards is read.
  await pullPatients(store, 1);
  const few = await countsOf(() => pullPatients(store, 2));
  expect(await countsOf(() => pullPatients(store, 200))).toEqual(few);
  expect(few.requests).toBeGreaterThan(0);
  expect(await store.db.patients.count()).toBe(203);
});

async function pullPatients(store: Store, count: number): Promise<void> {
  const changes = Array.from({ length: count }, (): Change => {
    const id = store.env.newId();
    return { entity: 'patient', id, version: 1, data: demoPatient({ id }) };
  });
  await pullChanges(store, async () => ({ message: '', changes, cursor: store.env.newId(), more: false, dataEpoch: 'one' }));
}
