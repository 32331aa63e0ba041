import 'fake-indexeddb/auto';
import { expect, test as base, vi } from 'vitest';
import { rowsOf } from '#tests/support/checks/full.ts';
import { acquireLease, LeaseLost } from '#store/outbox/lease.ts';
import { refreshUnsentCount } from '#store/session/store.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';
import { createPatient } from '#tests/store/app-calls.ts';
import { demoPatientDraft } from '#tests/store/demo-entities.ts';
import { opStates } from '#tests/store/outbox-rows.ts';

const test = base.extend(storeFixtures);

// A database takes the function when it opens.
const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');

/** Pause, queue, freeze, snapshot, acknowledgement, and the counts of what is left. */
const TRANSACTIONS_MOST = 13;

test('on a slow link lanes travel together, each op answered by itself', async ({ store, server, sender, drain }) => {
  sender.slow = true;
  const bad = await createPatient(store);
  for (let nth = 0; nth < 39; nth += 1) await createPatient(store);
  let envelopes = 0;
  server.refuseWith((call, { id }) => {
    envelopes += call === 'envelope' ? 1 : 0;
    return id === bad ? server.failure(400, 'INVALID') : undefined;
  });
  await drain();
  expect(envelopes).toBe(1);
  expect(server.effects).toHaveLength(39);
  expect(await opStates(store)).toEqual(['patientCreate review']);
});

test('an envelope in which one op meets an ended session is taken op by op: what took effect is never sent again', async ({
  store,
  server,
  sender,
  drain,
}) => {
  sender.slow = true;
  const ids: string[] = [];
  for (let nth = 0; nth < 6; nth += 1) ids.push(await createPatient(store));
  server.refuseWith((_, { id }) => (id === ids[1] ? server.failure(401, 'SIGN_IN') : undefined));
  expect((await sender.pass()).halt).toEqual({ kind: 'signIn' });
  expect(await opStates(store)).toEqual(['patientCreate queued']);
  expect(server.effects).toHaveLength(5);
  server.refuseWith(() => undefined);
  await drain();
  expect(server.effects).toHaveLength(6);
  expect(server.doubled()).toBe(0);
});

test('acknowledgements are written beside the next envelope, and all of them before the pass ends', async ({
  store,
  server,
  sender,
}) => {
  sender.slow = true;
  for (let nth = 0; nth < 120; nth += 1) await createPatient(store);
  let envelopes = 0;
  server.refuseWith((call) => {
    envelopes += call === 'envelope' ? 1 : 0;
    return undefined;
  });
  expect(await sender.pass()).toMatchObject({ halt: null, answered: 120 });
  expect(envelopes).toBe(3);
  expect(await opStates(store)).toEqual([]);
  expect(server.doubled()).toBe(0);
});

test('a tab that is deposed while its acknowledgements are written says so, and sends nothing more', async ({
  store,
  server,
  sender,
}) => {
  sender.slow = true;
  for (let nth = 0; nth < 120; nth += 1) await createPatient(store);
  const { fetch } = sender;
  let envelopes = 0;
  Object.assign(sender, {
    fetch: (async (address, init) => {
      const answer = await fetch(address, init);
      envelopes += 1;
      if (envelopes === 1) await acquireLease(store.db, store.env.now());
      return answer;
    }) satisfies typeof globalThis.fetch,
  });
  await expect(sender.pass()).rejects.toThrow(LeaseLost);
  expect(envelopes).toBe(1);
  expect(await opStates(store)).toHaveLength(120);
  expect(server.effects).toHaveLength(50);
});

test('an envelope that is too large is halved until it fits', async ({ store, server, sender, drain }) => {
  sender.slow = true;
  for (let nth = 0; nth < 40; nth += 1) await createPatient(store, { ...demoPatientDraft, address: 'x'.repeat(400) });
  const sizes: number[] = [];
  server.refuseWith((call, { bytes }) => {
    if (call !== 'envelope') return undefined;
    sizes.push(Number(bytes));
    return Number(bytes) > 8000 ? server.failure(413, 'TOO_LARGE') : undefined;
  });
  await drain();
  expect(sizes.slice(0, 3).every((size, at) => at === 0 || size < sizes[at - 1]!)).toBe(true);
  expect(server.effects).toHaveLength(40);
  expect(server.doubled()).toBe(0);
});

test.for(rowsOf(['answerLost', 'hangs', 'lost', { status: 504 }] as const))(
  'on a line that drops a large envelope smaller ones go, down to single calls, and they grow again: %o',
  async (fault, { store, server, sender }) => {
    sender.slow = true;
    for (let nth = 0; nth < 40; nth += 1) await createPatient(store);
    const carried: number[] = [];
    const { fetch } = sender;
    let bears = 3;
    Object.assign(sender, {
      fetch: (async (address, init) => {
        const count = String(address).endsWith('sync/ops')
          ? (JSON.parse(String(init?.body)) as { ops: unknown[] }).ops.length
          : 1;
        carried.push(count);
        if (count > bears) sender.plan.unshift(fault);
        return fetch(address, init);
      }) satisfies typeof fetch,
    });
    for (let passes = 0; passes < 20 && (await store.db.ops.count()) > 0; passes += 1) {
      await sender.pass(true);
      if (passes === 8) bears = 40;
    }
    expect(carried.slice(0, 5)).toEqual([40, 20, 10, 5, 2]);
    expect(await store.db.ops.count()).toBe(0);
    expect(server.effects).toHaveLength(40);
    expect(carried.slice(5).some((count) => count > 3)).toBe(true);
  },
);

test('where not even two ops come through together each goes by itself, and two are tried once one was answered', async ({
  store,
  server,
  sender,
}) => {
  sender.slow = true;
  for (let nth = 0; nth < 8; nth += 1) await createPatient(store);
  sender.plan.push('lost', 'lost', 'lost');
  for (let nth = 0; nth < 3; nth += 1) await sender.pass(true);
  expect(sender.batch.size).toBe(1);
  await sender.pass(true);
  expect([server.effects.length, sender.batch.size]).toEqual([8, 2]);
});

test('a server that knows no envelopes gets each op by itself', async ({ store, server, sender, drain }) => {
  sender.slow = true;
  for (let nth = 0; nth < 3; nth += 1) await createPatient(store);
  let envelopes = 0;
  server.refuseWith((call) => {
    envelopes += call === 'envelope' ? 1 : 0;
    return call === 'envelope' ? server.failure(404, 'NOT_FOUND') : undefined;
  });
  await drain();
  expect(server.effects).toHaveLength(3);
  for (let nth = 0; nth < 3; nth += 1) await createPatient(store);
  await drain();
  expect([server.effects.length, envelopes]).toEqual([6, 1]);
});

test('more than eight ops travel together on a fast link, eight and fewer each by itself', async ({ store, server, drain }) => {
  const requests: string[] = [];
  server.refuseWith((call, { bytes }) => {
    if (bytes !== undefined || call !== 'envelope') requests.push(call);
    return undefined;
  });
  for (let nth = 0; nth < 8; nth += 1) await createPatient(store);
  await drain();
  expect(requests.filter((call) => call === 'envelope')).toHaveLength(0);
  for (let nth = 0; nth < 9; nth += 1) await createPatient(store);
  await drain();
  expect(requests.filter((call) => call === 'envelope')).toHaveLength(1);
  expect(server.effects).toHaveLength(17);
});

test('a batch of fifty costs the database as many transactions as one of ten, and the number of unsent ops is written once', async ({
  store,
  server,
  sender,
}) => {
  const counted: number[] = [];
  const written = vi.spyOn(store.device.vaults, 'update');
  for (const size of [10, 50]) {
    for (let nth = 0; nth < size; nth += 1) await createPatient(store);
    await refreshUnsentCount(store);
    transactions.mockClear();
    written.mockClear();
    await sender.pass();
    await refreshUnsentCount(store);
    counted.push(transactions.mock.calls.length);
    // Once by the pass, once by the line above.
    expect(written.mock.calls.length).toBeLessThanOrEqual(2);
  }
  expect(server.effects).toHaveLength(60);
  expect(counted[1]).toBe(counted[0]);
  expect(counted[0]).toBeLessThanOrEqual(TRANSACTIONS_MOST);
});
