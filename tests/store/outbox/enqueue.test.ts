import 'fake-indexeddb/auto';
import { NotSent } from '#contract/engine/call.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { decryptEntity } from '#store/entities/types.ts';
import { InkMissing, saveStrokes } from '#store/entities/strokes.ts';
import { readPayload } from '#store/outbox/payload.ts';
import { NotOnDevice } from '#store/outbox/calls-apply.ts';
import { StorageLost } from '#store/db/vault-mark.ts';
import { StorageFull } from '#store/session/quota.ts';
import { refreshUnsentCount } from '#store/session/store.ts';
import { seal } from '#store/crypto/seal.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { expect, test as base, vi } from 'vitest';
import { demoPatient, demoPatientDraftWithPhone } from '#tests/store/demo-entities.ts';
import { everythingIn, openDemoStore } from '#tests/store/world.ts';
import { createPatient, createConsent } from '#tests/store/app-calls.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';
import { opsInOrder } from '#tests/store/outbox-rows.ts';

const test = base.extend(storeFixtures);

test('a new patient is on the device at once, and its call waits to be sent', async ({ world, store }) => {
  const id = await createPatient(store, demoPatientDraftWithPhone);
  const row = await store.db.patients.get(id);
  expect(await decryptEntity(store.vault, 'patients', row!)).toMatchObject({
    id,
    lastName: 'Demo-Rowan',
    recordID: null,
    version: 0,
  });
  expect(row).toMatchObject({ state: 'unsent', serverVersion: 0 });
  const [op] = await opsInOrder(store);
  expect(op).toMatchObject({
    lane: `patient:${id}`,
    call: 'patientCreate',
    entityId: id,
    state: 'queued',
    attempts: 0,
    clockOffset: 250,
  });
  expect(op?.opId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  await refreshUnsentCount(store);
  expect(world.unsent).toBe(1);
  expect((await world.device.vaults.get(store.vault.userHash))?.unsentCount).toBe(1);
});

test('nothing of a patient lies in clear on the disk', async ({ world, store }) => {
  const id = await createPatient(store, demoPatientDraftWithPhone);
  await enqueue(store, { call: 'patientUpdate', input: { id, address: '1 Demo Street' } });
  const disk = (await everythingIn(store.db.name)) + (await everythingIn(world.device.name));
  expect(disk).toContain(id);
  for (const word of ['Amber', 'Rowan', '1950', '01632', 'Demo Street']) expect(disk).not.toContain(word);
});

/** Autosaves of one long consultation. */
const AUTOSAVES = isFull ? 500 : 100;

test('hundreds of autosaves before the first send are one op with the last words of each field', async ({ store }) => {
  const patientID = await createPatient(store, demoPatientDraftWithPhone);
  const { consentID } = await createConsent(store, { patientID, formType: 'FORM_1' });
  for (let nth = 1; nth <= AUTOSAVES; nth += 1)
    await enqueue(store, { call: 'consentUpdate', input: { consentID, mattersToMe: `word ${nth}`, activeTab: nth % 3 } });
  const all = await opsInOrder(store);
  expect(all.map(({ call }) => call)).toEqual(['patientCreate', 'consentCreate']);
  expect(await readPayload(store.vault, all[1]!)).toMatchObject({
    consentID,
    formType: 'FORM_1',
    mattersToMe: `word ${AUTOSAVES}`,
    activeTab: AUTOSAVES % 3,
  });
  const row = await store.db.consents.get(consentID);
  expect((await decryptEntity(store.vault, 'consents', row!)).draft).toMatchObject({ mattersToMe: `word ${AUTOSAVES}` });
});

test('an edit after the first attempt to send is an op of its own', async ({ store }) => {
  const id = await createPatient(store, demoPatientDraftWithPhone);
  const [first] = await opsInOrder(store);
  await store.db.ops.update(first!.seq, { isFrozen: true, attempts: 1, rev: 2 });
  await enqueue(store, { call: 'patientUpdate', input: { id, phoneNumber: '01632 960002' } });
  await enqueue(store, { call: 'patientUpdate', input: { id, address: '1 Demo Street' } });
  const all = await opsInOrder(store);
  expect(all.map(({ call, base }) => [call, base])).toEqual([
    ['patientCreate', null],
    ['patientUpdate', 'after'],
  ]);
  expect(await readPayload(store.vault, all[1]!)).toEqual({ id, phoneNumber: '01632 960002', address: '1 Demo Street' });
});

test('signatures and moves of a state never flow into another op, nor another op into them', async ({ store }) => {
  const patientId = await createPatient(store, demoPatientDraftWithPhone);
  const { consentID } = await createConsent(store, { patientID: patientId, formType: 'FORM_1' });
  await enqueue(store, { call: 'consentSend', input: { consentID, channel: 'DEVICE' }, patientId });
  const ink = await saveStrokes(store, consentID, [[{ x: 0.1, y: 0.1, t: 0 }]]);
  const sign = {
    consentID,
    name: 'Demo',
    statement: 'I agree',
    contentDigest: 'd'.repeat(64),
    capturedAt: '2026-08-06T14:05:00.000Z',
  };
  await enqueue(store, { call: 'recordSign', input: { ...sign, role: 'PATIENT', method: 'DRAWN' }, ink });
  await enqueue(store, { call: 'recordSign', input: { ...sign, role: 'CLINICIAN', method: 'TYPED', typedName: 'Demo' } });
  await enqueue(store, { call: 'consentUpdate', input: { consentID, mattersToMe: 'later' } });
  expect((await opsInOrder(store)).map(({ call }) => call)).toEqual([
    'patientCreate',
    'consentCreate',
    'consentSend',
    'recordSign',
    'recordSign',
    'consentUpdate',
  ]);
  expect((await store.db.blobs.get(ink))?.state).toBe('queued');
  const { signed, status } = await decryptEntity(store.vault, 'consents', (await store.db.consents.get(consentID))!);
  expect([status, signed.map(({ role }) => role)]).toEqual(['PARTIALLY_SIGNED', ['PATIENT', 'CLINICIAN']]);
});

test('a signature whose ink is drawn anew while it is being kept is not kept without it', async ({ store }) => {
  const patientId = await createPatient(store, demoPatientDraftWithPhone);
  const { consentID } = await createConsent(store, { patientID: patientId, formType: 'FORM_1' });
  const of = { consentId: consentID, pad: 'CLINICIAN|DRAWN|d' };
  const ink = await saveStrokes(store, of, [[{ x: 0.1, y: 0.1, t: 0 }]]);
  const waiting = await opsInOrder(store);
  // The same box in another tab: after the look at the ink, and before the write.
  const read = store.db.blobs.get.bind(store.db.blobs);
  let looks = 0;
  vi.spyOn(store.db.blobs, 'get').mockImplementation((async (hash: string) => {
    const row = await read(hash);
    looks += 1;
    if (looks === 1) await saveStrokes(store, of, [[{ x: 0.2, y: 0.2, t: 0 }]]);
    return row;
  }) as typeof read);
  const input = {
    consentID,
    name: 'Demo',
    statement: 'I agree',
    contentDigest: 'd'.repeat(64),
    capturedAt: '2026-08-06T14:05:00.000Z',
    role: 'CLINICIAN',
    method: 'DRAWN',
  } as const;
  await expect(enqueue(store, { call: 'recordSign', input, ink })).rejects.toThrow(InkMissing);
  expect(await opsInOrder(store)).toEqual(waiting);
});

test('a consent waits for whatever its patient still waits with', async ({ store }) => {
  const patientId = await createPatient(store, demoPatientDraftWithPhone);
  await createConsent(store, { patientID: patientId, formType: 'FORM_1' });
  const [patient, consent] = await opsInOrder(store);
  expect(consent?.deps).toEqual([patient?.opId]);
});

test('an edit of a synced patient keeps the server’s copy aside, and knows the version it was made on', async ({
  world,
  store,
}) => {
  const patient = demoPatient({ id: world.env.newId(), version: 7 });
  const sealed = await seal(store.vault.synced, { table: 'patients', id: patient.id }, patient, world.env);
  const row = { patientId: patient.id, state: 'synced' as const, updatedAt: 1, serverVersion: 7, localRev: 1 };
  await store.db.patients.put({ ...sealed, ...row, id: patient.id });
  await enqueue(store, { call: 'patientUpdate', input: { id: patient.id, phoneNumber: '01632 960003' } });
  expect((await opsInOrder(store))[0]).toMatchObject({ base: 7 });
  expect(await store.db.bases.get(['patients', patient.id])).toBeDefined();
  expect(await store.db.patients.get(patient.id)).toMatchObject({ state: 'unsent', keyId: store.vault.local.keyId });
});

test('what does not fit the call is refused before anything is kept', async ({ world, store }) => {
  const input = { ...demoPatientDraftWithPhone, id: world.env.newId(), dateOfBirth: 'yesterday' };
  await expect(enqueue(store, { call: 'patientCreate', input })).rejects.toThrow(NotSent);
  await expect(enqueue(store, { call: 'patientUpdate', input: { id: world.env.newId() } })).rejects.toThrow(NotOnDevice);
  expect(await store.db.ops.count()).toBe(0);
  expect(await store.db.patients.count()).toBe(0);
});

test('a call that needs the network cannot be queued: it does not even compile', async ({ world, store }) => {
  // @ts-expect-error -- a search is answered from the device, and never kept
  await expect(enqueue(store, { call: 'patientSearch', input: { search: '' } })).rejects.toThrow(TypeError);
  // @ts-expect-error -- a recall needs the network
  await expect(enqueue(store, { call: 'recordRecall', input: { consentID: world.env.newId(), reason: 'x' } })).rejects.toThrow(
    TypeError,
  );
});

test('two tabs that write the same draft at once keep each other’s words', async ({ world, store }) => {
  const patientID = await createPatient(store, demoPatientDraftWithPhone);
  const { consentID } = await createConsent(store, { patientID, formType: 'FORM_1' });
  const other = await openDemoStore(world);
  await Promise.all([
    enqueue(store, { call: 'consentUpdate', input: { consentID, mattersToMe: 'mine' } }),
    enqueue(other, { call: 'consentUpdate', input: { consentID, refusals: ['theirs'] } }),
  ]);
  other.db.close();
  const row = await store.db.consents.get(consentID);
  const { draft: words } = await decryptEntity(store.vault, 'consents', row!);
  expect(words).toMatchObject({ mattersToMe: 'mine', refusals: ['theirs'] });
  expect(await readPayload(store.vault, (await opsInOrder(store))[1]!)).toMatchObject(words);
});

test('either the row and the op are there, or neither: the disk fails in the middle', async ({ store }) => {
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    if (this.name === 'ops') throw new DOMException('No room', 'QuotaExceededError');
    return put.apply(this, args);
  });
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError');
  });
  await expect(createPatient(store, demoPatientDraftWithPhone)).rejects.toThrow(StorageFull);
  vi.restoreAllMocks();
  expect(await store.db.patients.count()).toBe(0);
  expect(await store.db.ops.count()).toBe(0);
});

test('a connection that the browser has closed is opened again by the next save', async ({ store }) => {
  await createPatient(store, demoPatientDraftWithPhone);
  store.db.close({ disableAutoOpen: false });
  await createPatient(store, demoPatientDraftWithPhone);
  expect(await store.db.ops.count()).toBe(2);
});

test('a commit that keeps losing to others says so and keeps nothing', async ({ store }) => {
  const id = await createPatient(store, demoPatientDraftWithPhone);
  const get = store.db.patients.get.bind(store.db.patients);
  let rev = 100;
  vi.spyOn(store.db.patients, 'get').mockImplementation((async (key: string) => {
    const row = await get(key);
    return row === undefined ? undefined : { ...row, localRev: (rev += 1) };
  }) as unknown as typeof get);
  await expect(enqueue(store, { call: 'patientUpdate', input: { id, address: '1 Demo Street' } })).rejects.toThrow(
    'changed elsewhere',
  );
});

test.for(['row', 'database'] as const)(
  'a vault whose %s was cleared under the open app takes no write, says so, and its last count stays',
  async (part, { world, store }) => {
    await createPatient(store, demoPatientDraftWithPhone);
    await refreshUnsentCount(store);
    expect(world.unsent).toBe(1);
    if (part === 'row') await store.device.vaults.clear();
    // Dexie opens an empty database in the place of one that the browser has deleted.
    else for (const table of store.db.tables) await table.clear();
    const onStorageLost = vi.fn<() => void>();
    const tab = { ...store, onStorageLost };
    const before = await store.db.ops.count();
    await expect(createPatient(tab, demoPatientDraftWithPhone)).rejects.toThrow(StorageLost);
    expect(onStorageLost).toHaveBeenCalledTimes(1);
    expect(await store.db.ops.count()).toBe(before);
    await refreshUnsentCount(tab);
    expect([world.unsent, onStorageLost.mock.calls.length]).toEqual([1, 2]);
    if (part === 'database') expect((await store.device.vaults.toArray()).map(({ unsentCount }) => unsentCount)).toEqual([1]);
  },
);

test('a vault that is cleared between the look at it and the write takes no write either', async ({ store }) => {
  vi.spyOn(store.db.kv, 'get').mockImplementationOnce((async () => ({ k: 'mark', value: true })) as never);
  await store.db.kv.clear();
  await expect(createPatient(store, demoPatientDraftWithPhone)).rejects.toThrow(StorageLost);
  expect(await store.db.ops.count()).toBe(0);
});
