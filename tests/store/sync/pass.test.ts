import 'fake-indexeddb/auto';
import { enqueue } from '#store/outbox/enqueue.ts';
import { decryptEntity } from '#store/entities/types.ts';
import { blockedOps } from '#store/outbox/blocked-by.ts';
import { LeaseLost, acquireLease } from '#store/outbox/lease.ts';
import { refreshUnsentCount, type Store } from '#store/session/store.ts';
import { saveStrokes } from '#store/entities/strokes.ts';
import { unseal } from '#store/crypto/seal.ts';
import { expect, test as base, vi } from 'vitest';
import { senderOf, type Sender, createSentPatient } from '#tests/store/sender-setup.ts';
import { readConsentsOfPatients } from '#store/views/consents.ts';
import { createConsent, createPatient, sendConsent, startHandover, withdrawConsent } from '#tests/store/app-calls.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';
import { demoPatientDraft } from '#tests/store/demo-entities.ts';
import { opsInOrder, opStates } from '#tests/store/outbox-rows.ts';

const test = base.extend(storeFixtures);

const signature = {
  name: 'Demo',
  statement: 'I agree',
  contentDigest: 'd'.repeat(64),
  capturedAt: '2026-08-06T14:02:00.000Z',
};

const localPatient = async (store: Store, id: string) =>
  decryptEntity(store.vault, 'patients', (await store.db.patients.get(id))!);

test('a patient made offline reaches the server once, even when the first reply is lost', async ({
  world,
  store,
  server,
  sender,
  drain,
}) => {
  const id = await createPatient(store);
  sender.plan.push('answerLost');
  await drain();
  expect(server.arrivals.map(({ key }) => key)).toHaveLength(2);
  expect(server.effects.map(({ call }) => call)).toEqual(['patientCreate']);
  expect(await localPatient(store, id)).toMatchObject({ recordID: 'P-000001', version: 1 });
  expect(await store.db.patients.get(id)).toMatchObject({ state: 'synced', serverVersion: 1, keyId: store.vault.synced.keyId });
  await refreshUnsentCount(store);
  expect(world.unsent).toBe(0);
});

test('a whole consent made offline arrives in order: patient, form, ready to sign, handover, signature', async ({
  world,
  store,
  server,
  drain,
}) => {
  const patientId = await createPatient(store);
  const { consentID } = await createConsent(store, { patientID: patientId, formType: 'FORM_1' });
  await enqueue(store, { call: 'consentUpdate', input: { consentID, mattersToMe: 'Reading' } });
  await enqueue(store, { call: 'consentSend', input: { consentID, channel: 'DEVICE' }, patientId });
  const handoverId = world.env.newId();
  await enqueue(store, { call: 'consentSendToSign', input: { consentID, role: 'PATIENT', handoverId } });
  const strokes = [
    [
      { x: 0.1, y: 0.1, t: 0 },
      { x: 0.9, y: 0.5, t: 30 },
    ],
  ];
  const ink = await saveStrokes(store, consentID, strokes);
  await enqueue(store, {
    call: 'recordSign',
    input: { ...signature, consentID, role: 'PATIENT', method: 'DRAWN', handoverId },
    ink,
  });
  await drain();
  expect(server.effects.map(({ call }) => call)).toEqual([
    'patientCreate',
    'consentCreate',
    'consentSend',
    'consentSendToSign',
    'recordSign',
  ]);
  expect(server.effects.at(-1)?.input).toMatchObject({ strokes, handoverId });
  expect(server.consents.get(consentID)).toMatchObject({ mattersToMe: 'Reading', status: 'PARTIALLY_SIGNED', version: 3 });
  expect(await store.db.blobs.count()).toBe(0);
  const { signed, server: copy } = await decryptEntity(store.vault, 'consents', (await store.db.consents.get(consentID))!);
  expect(signed).toEqual([{ role: 'PATIENT', name: 'Demo', method: 'DRAWN', capturedAt: signature.capturedAt }]);
  expect(copy).toMatchObject({ status: 'PARTIALLY_SIGNED', version: 3 });
});

test('a receipt keeps what was sent, sealed, and no secret that came back', async ({ world, store, drain }) => {
  const patientId = await createPatient(store);
  const { consentID } = await createConsent(store, { patientID: patientId, formType: 'FORM_1' });
  await enqueue(store, { call: 'consentSendToSign', input: { consentID, role: 'PATIENT', handoverId: world.env.newId() } });
  await drain();
  const receipts = await store.db.sent.toArray();
  expect(receipts.map(({ call }) => call).toSorted()).toEqual(['consentCreate', 'consentSendToSign', 'patientCreate']);
  const bodies = await Promise.all(receipts.map((row) => unseal(store.vault, { table: 'sent', id: row.opId }, row)));
  expect(JSON.stringify(bodies)).toContain('Demo-Rowan');
  const row = await store.db.consents.get(consentID);
  expect(JSON.stringify([bodies, await decryptEntity(store.vault, 'consents', row!)])).not.toContain('a-ticket-that-is-a-secret');
});

test('a body is final at its first send: what comes again under a key is the same to the letter', async ({
  store,
  server,
  sender,
  drain,
}) => {
  const id = await createPatient(store);
  sender.plan.push('lost');
  await sender.pass();
  await enqueue(store, { call: 'patientUpdate', input: { id, phoneNumber: '01632 960009' } });
  await drain();
  expect(server.effects.map(({ call, input }) => [call, input['phoneNumber']])).toEqual([
    ['patientCreate', undefined],
    ['patientUpdate', '01632 960009'],
  ]);
  expect(server.patients.get(id)).toMatchObject({ version: 2, phoneNumber: '01632 960009' });
  expect(await store.db.bases.count()).toBe(0);
});

test('an edit made while its patient is on the way stays on the screen, and goes on top of what came back', async ({
  store,
  server,
  sender,
  drain,
}) => {
  const id = await createPatient(store);
  const reach = sender.fetch;
  const slow: Sender = Object.assign(sender, {
    fetch: (async (...args) => {
      await enqueue(store, { call: 'patientUpdate', input: { id, address: '1 Demo Street' } });
      Object.assign(sender, { fetch: reach });
      return reach(...args);
    }) satisfies typeof fetch,
  });
  await slow.pass();
  expect(await localPatient(store, id)).toMatchObject({ recordID: 'P-000001', address: '1 Demo Street' });
  expect(await opStates(store)).toEqual(['patientUpdate queued']);
  await drain();
  expect(server.patients.get(id)).toMatchObject({ version: 2, address: '1 Demo Street' });
});

test('an edit that lands while an answer is being written down stays on the screen', async ({ store, sender }) => {
  const id = await createPatient(store);
  const transaction = store.db.transaction.bind(store.db);
  let isOver = false;
  vi.spyOn(store.db, 'transaction').mockImplementation((async (...args: Parameters<typeof transaction>) => {
    const [, tables] = args;
    const isAnswer = Array.isArray(tables) && tables.includes(store.db.sent);
    if (isAnswer && !isOver) {
      isOver = true;
      await enqueue(store, { call: 'patientUpdate', input: { id, address: '1 Demo Street' } });
    }
    return transaction(...args);
  }) as unknown as typeof transaction);
  await sender.pass();
  expect(isOver).toBe(true);
  expect(await localPatient(store, id)).toMatchObject({ recordID: 'P-000001', address: '1 Demo Street' });
  expect(await opStates(store)).toEqual(['patientUpdate queued']);
});

test('one lane that fails three times holds up no other, and keeps its order', async ({ store, server, sender, drain }) => {
  const bad = await createPatient(store, { ...demoPatientDraft, lastName: 'Demo-Stuck' });
  await enqueue(store, { call: 'patientUpdateStatus', input: { id: bad, status: 'INACTIVE' } });
  for (let nth = 0; nth < 9; nth += 1) await createPatient(store);
  let failures = 3;
  server.refuseWith((_, { id }) =>
    id === bad && failures-- > 0 ? { status: 500, body: { message: 'x', error: 'FAILED' } } : undefined,
  );
  await sender.pass();
  expect(server.effects).toHaveLength(9);
  await drain();
  expect(server.effects.slice(9).map(({ call }) => call)).toEqual(['patientCreate', 'patientUpdateStatus']);
});

test('one refused op stops its own lane and what depends on it, and is kept to the letter', async ({
  world,
  store,
  server,
  drain,
}) => {
  const bad = await createPatient(store, { ...demoPatientDraft, lastName: 'Demo-Refused' });
  await createConsent(store, { patientID: bad, formType: 'FORM_1' });
  for (let nth = 0; nth < 29; nth += 1) await createPatient(store);
  const refused = { fields: [{ path: 'lastName', message: 'This is not right' }] };
  server.refuseWith((_, { id }) => (id === bad ? server.failure(400, 'INVALID', refused) : undefined));
  await drain();
  expect(server.effects).toHaveLength(29);
  const left = await opsInOrder(store);
  expect(left.map(({ call, state }) => `${call} ${state}`)).toEqual(['patientCreate review', 'consentCreate queued']);
  expect(left[0]?.error).toEqual({ status: 400, code: 'INVALID', message: 'Refused: INVALID' });
  expect([...blockedOps(left)]).toEqual([left[1]?.opId]);
  await refreshUnsentCount(store);
  expect(world.unsent).toBe(2);
});

test('a session that ends pauses the queue; nothing counts as tried, and after a sign-in the rest goes', async ({
  store,
  server,
  sender,
  drain,
}) => {
  for (let nth = 0; nth < 30; nth += 1) await createPatient(store);
  let left = 10;
  server.refuseWith((call) => (call === 'envelope' || left-- > 0 ? undefined : server.failure(401, 'SIGN_IN')));
  const { halt } = await sender.pass();
  expect(halt).toEqual({ kind: 'signIn' });
  const waiting = await store.db.ops.toArray();
  expect(waiting).toHaveLength(20);
  expect(new Set(waiting.map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(new Set(['queued 0']));
  server.refuseWith(() => undefined);
  await drain();
  expect(new Set(server.effects.map(({ key }) => key)).size).toBe(30);
  expect(server.effects).toHaveLength(30);
});

test('a server that asks to wait is left alone for as long, also after a restart', async ({ world, store, server, sender }) => {
  for (let nth = 0; nth < 5; nth += 1) await createPatient(store);
  sender.plan.push(...Array.from({ length: 4 }, () => ({ status: 503, headers: { 'retry-after': '180' } })));
  expect((await sender.pass()).halt).toEqual({ kind: 'wait', until: world.clock.now + 180_000, isOurs: true });
  const again = await senderOf(store, server);
  world.clock.now += 179_000;
  expect(await again.pass(true)).toMatchObject({ tried: 0, halt: { kind: 'wait' } });
  expect(server.arrivals).toHaveLength(0);
  world.clock.now += 1001;
  await again.drain(world.clock);
  expect(server.effects).toHaveLength(5);
});

test('a full tablet makes room to write down how long the server asks to wait', async ({ world, store, server, sender }) => {
  await createPatient(store);
  const put = IDBObjectStore.prototype.put;
  let isFull = true;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    const isPause = this.name === 'kv' && (args[0] as { k: string }).k === 'pausedUntil';
    if (!isPause || !isFull) return put.apply(this, args);
    isFull = false;
    throw new DOMException('No room', 'QuotaExceededError');
  });
  sender.plan.push({ status: 503, headers: { 'retry-after': '180' } });
  await sender.pass();
  expect((await sender.pass(true)).halt).toEqual({ kind: 'wait', until: world.clock.now + 180_000, isOurs: true });
  expect(server.arrivals).toHaveLength(0);
});

test('nothing is acknowledged by a page that stands in front of the network', async ({ store, server, sender, drain }) => {
  await createPatient(store);
  sender.pinged = 'portal';
  for (const status of [200, 302, 403, 511]) {
    sender.plan.push({ portal: status });
    expect((await sender.pass(true)).halt).toEqual({ kind: 'portal' });
  }
  expect(await opStates(store)).toEqual(['patientCreate queued']);
  sender.pinged = 'here';
  await drain();
  expect(server.effects).toHaveLength(1);
});

test('an answer that breaks off, and a call that hangs, are sent again under the same key', async ({
  store,
  server,
  sender,
  drain,
}) => {
  await createPatient(store);
  sender.plan.push('cutShort', 'hangs', 'doubled');
  await drain();
  expect(server.effects).toHaveLength(1);
  expect(new Set(server.arrivals.map(({ key }) => key)).size).toBe(1);
  expect(await store.db.ops.count()).toBe(0);
});

test('a network that is down is noticed after a few calls, not after one for each of two hundred', async ({ store, sender }) => {
  for (let nth = 0; nth < 30; nth += 1) await createPatient(store);
  sender.plan.push(...Array.from({ length: 200 }, () => 'lost' as const));
  const { halt } = await sender.pass();
  expect(halt).toEqual({ kind: 'unreachable' });
  expect(200 - sender.plan.length, 'requests').toBeLessThanOrEqual(8);
});

test('a build that is too old pauses the queue and keeps all of it', async ({ store, sender }) => {
  await createPatient(store);
  sender.plan.push({ status: 426, body: { message: 'This app is too old. Please update it.', error: 'UPDATE_REQUIRED' } });
  expect((await sender.pass()).halt).toEqual({ kind: 'update' });
  expect(await opStates(store)).toEqual(['patientCreate queued']);
});

test('a permission that was taken away sends the refused to review; the others go on', async ({ store, server, drain }) => {
  const id = await createSentPatient({ store, drain });
  await enqueue(store, { call: 'patientUpdateStatus', input: { id, status: 'INACTIVE' } });
  await createPatient(store);
  server.refuseWith((call) => (call.endsWith('status') ? server.failure(403, 'FORBIDDEN') : undefined));
  await drain();
  expect(await opStates(store)).toEqual(['patientUpdateStatus review']);
  expect(server.effects).toHaveLength(2);
});

test('a signature that does not fit what was sent stays as evidence, with its strokes', async ({ store, drain }) => {
  const patientId = await createPatient(store);
  const { consentID } = await createConsent(store, { patientID: patientId, formType: 'FORM_1' });
  await enqueue(store, { call: 'consentSend', input: { consentID, channel: 'DEVICE' } });
  const ink = await saveStrokes(store, consentID, [[{ x: 0.1, y: 0.1, t: 0 }]]);
  const input = {
    ...signature,
    consentID,
    role: 'PATIENT' as const,
    method: 'MARK_WITNESSED' as const,
    contentDigest: 'e'.repeat(64),
  };
  await enqueue(store, { call: 'recordSign', input, ink });
  await drain();
  expect(await opStates(store)).toEqual(['recordSign review']);
  expect((await store.db.ops.toArray())[0]?.error?.code).toBe('SIGNED_CONTENT_MISMATCH');
  expect(await store.db.blobs.count()).toBe(1);
});

test('a row that was damaged goes to review alone; the others are sent', async ({ store, server, drain }) => {
  await createPatient(store);
  await createPatient(store);
  const [first] = await opsInOrder(store);
  await store.db.ops.update(first!.seq, { payload: { ...first!.payload, ct: new ArrayBuffer(40) } });
  await drain();
  expect(server.effects).toHaveLength(1);
  expect((await store.db.ops.toArray()).map(({ state, error }) => [state, error?.code])).toEqual([['review', 'UNREADABLE']]);
});

test.for([false, true])(
  'a full disk does not keep an answer from being written down, over a slow link: %s',
  async (slow, { store, server, sender, drain }) => {
    for (let nth = 0; nth < 3; nth += 1) await createPatient(store);
    await drain();
    sender.slow = slow;
    for (let nth = 0; nth < 3; nth += 1) await createPatient(store);
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      // There is room for three receipts and no more: the old ones have to go first.
      if (this.name === 'sent' && server.effects.length > 3 && full) throw new DOMException('No room', 'QuotaExceededError');
      return put.apply(this, args);
    });
    let full = true;
    const clear = store.db.sent.clear.bind(store.db.sent);
    vi.spyOn(store.db.sent, 'clear').mockImplementation(() => {
      full = false;
      return clear();
    });
    await drain();
    expect(server.effects).toHaveLength(6);
    expect(await store.db.ops.count()).toBe(0);
    expect(server.doubled()).toBe(0);
  },
);

test.for([false, true])(
  'an op that fails in a way that nobody foresaw holds up no other, over a slow link: %s',
  async (slow, { world, store, server, sender, drain }) => {
    sender.slow = slow;
    const bad = await createPatient(store);
    for (let nth = 0; nth < 5; nth += 1) await createPatient(store);
    const get = store.db.patients.bulkGet.bind(store.db.patients);
    const broken = vi.spyOn(store.db.patients, 'bulkGet').mockImplementation((ids) => {
      if (ids.includes(bad) && server.effects.length > 0) throw new Error('Nobody foresaw this');
      return get(ids);
    });
    for (let passes = 0; passes < 6; passes += 1) {
      await sender.pass().catch(() => {});
      world.clock.now += 400_000;
    }
    expect(await opStates(store)).toEqual(['patientCreate queued']);
    broken.mockRestore();
    await drain();
    expect(server.effects).toHaveLength(6);
    expect(await store.db.ops.count()).toBe(0);
  },
);

test('a tab that was replaced as the leader writes nothing of what it hears', async ({ world, store, server, sender }) => {
  const id = await createPatient(store);
  const reach = sender.fetch;
  Object.assign(sender, {
    fetch: (async (...args) => {
      const answer = await reach(...args);
      await acquireLease(store.db, world.clock.now);
      return answer;
    }) satisfies typeof fetch,
  });
  await expect(sender.pass()).rejects.toThrow(LeaseLost);
  expect(await opStates(store)).toEqual(['patientCreate sent']);
  const next = await senderOf(store, server);
  await next.drain(world.clock);
  expect(server.effects).toHaveLength(1);
  expect(await localPatient(store, id)).toMatchObject({ recordID: 'P-000001' });
});

test('a clock that is set back by a day holds nothing up', async ({ world, store, server, sender }) => {
  await createPatient(store);
  sender.plan.push('lost');
  await sender.pass();
  world.clock.now -= 24 * 3_600_000;
  await sender.pass();
  expect(server.effects).toHaveLength(1);
});

test('a handover and a withdrawal made without a network arrive in their order, and the patient’s versions are listed', async ({
  store,
  server,
  drain,
}) => {
  const patientID = await createSentPatient({ store, drain });
  const { consentID } = await createConsent(store, { patientID, formType: 'FORM_1' });
  await sendConsent(store, consentID);
  const handoverId = await startHandover(store, consentID, 'PATIENT');
  await withdrawConsent(store, consentID, 'The patient changed their mind');
  const [local] = await readConsentsOfPatients(store, [patientID]);
  expect(local).toMatchObject({
    state: 'unsent',
    consent: { status: 'WITHDRAWN', handovers: [{ role: 'PATIENT', handoverId }] },
  });
  await drain();
  expect(server.effects.map(({ call }) => call).slice(1)).toEqual([
    'consentCreate',
    'consentSend',
    'consentSendToSign',
    'recordWithdraw',
  ]);
  expect(await readConsentsOfPatients(store, [patientID])).toMatchObject([{ state: 'synced', consent: { status: 'WITHDRAWN' } }]);
});
