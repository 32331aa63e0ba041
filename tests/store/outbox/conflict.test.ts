import 'fake-indexeddb/auto';
import { readConsent } from '#store/views/consents.ts';
import { readMergeNotes } from '#store/entities/merge-notes.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { readOp, resolveConflict } from '#store/outbox/review.ts';
import { readPatient } from '#store/views/patients.ts';
import type { Store } from '#store/session/store.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createConsent, createPatient, saveDraft, sendConsent, updatePatient } from '#tests/store/app-calls.ts';
import type { ModelServer } from '#tests/store/model-server.ts';
import { openReplaying, type Sender } from '#tests/store/replaying.ts';
import type { World } from '#tests/store/world.ts';

const draft = { firstName: 'Amber', lastName: 'Demo-Rowan', dateOfBirth: '1950-03-14', phoneNumber: '01632 960001' };
let world: World;
let store: Store;
let server: ModelServer;
let sender: Sender;

beforeEach(async () => {
  ({ world, store, server, sender } = await openReplaying());
});
afterEach(() => store.db.close());

const ops = () => store.db.ops.orderBy('seq').toArray();
const elsewhere = (id: string, change: Record<string, unknown>) => {
  const before = server.patients.get(id)!;
  server.patients.set(id, { ...before, ...change, version: before.version + 1 });
};
const sentPatient = async () => {
  const id = await createPatient(store, draft);
  await sender.drain(world.clock);
  return id;
};

test('two tablets that edit different fields of a patient end with both, under a new key', async () => {
  const id = await sentPatient();
  await updatePatient(store, id, { phoneNumber: '01632 960002' });
  elsewhere(id, { address: '2 Demo Street' });
  await sender.drain(world.clock);
  expect(server.patients.get(id)).toMatchObject({ phoneNumber: '01632 960002', address: '2 Demo Street', version: 3 });
  expect(await readPatient(store, id)).toMatchObject({ state: 'synced', patient: { phoneNumber: '01632 960002', version: 3 } });
  const keys = server.arrivals.filter(({ call }) => call.startsWith('PUT')).map(({ key }) => key);
  expect(new Set(keys).size).toBe(2);
  expect(await readMergeNotes(store, id)).toMatchObject([{ kind: 'merged', fields: ['address', 'phoneNumber'] }]);
});

test('two tablets that edit the same field wait for one choice; the other lanes go on', async () => {
  const id = await sentPatient();
  await updatePatient(store, id, { phoneNumber: '01632 960002', address: '1 Demo Street' });
  elsewhere(id, { phoneNumber: '01632 960003' });
  await createPatient(store, draft);
  await sender.drain(world.clock);
  const [op] = await ops();
  expect(op).toMatchObject({ state: 'conflict', error: { code: 'VERSION_CONFLICT' } });
  const { conflict } = await readOp(store, op!.opId);
  expect(conflict?.clashes).toEqual([
    { field: 'phoneNumber', base: '01632 960001', mine: '01632 960002', theirs: '01632 960003' },
  ]);
  expect((await readPatient(store, id))?.patient.phoneNumber).toBe('01632 960002');
  await resolveConflict(store, op!.opId, { phoneNumber: 'mine' });
  await sender.drain(world.clock);
  expect(server.patients.get(id)).toMatchObject({ phoneNumber: '01632 960002', address: '1 Demo Street', version: 3 });
  expect(await ops()).toEqual([]);
  expect(await readMergeNotes(store, id)).toMatchObject([
    { kind: 'chosen', clashes: [{ field: 'phoneNumber', kept: 'mine', theirs: '01632 960003' }] },
  ]);
});

test('a choice and the note of what lost in it stand or fall together', async () => {
  const id = await sentPatient();
  await updatePatient(store, id, { phoneNumber: '01632 960002' });
  elsewhere(id, { phoneNumber: '01632 960003' });
  await sender.drain(world.clock);
  const [before] = await ops();
  const failing = vi.spyOn(store.db.kv, 'put').mockImplementation(() => {
    throw new Error('The tab dies here');
  });
  await expect(resolveConflict(store, before!.opId, { phoneNumber: 'theirs' })).rejects.toThrow('The tab dies here');
  failing.mockRestore();
  expect(await ops()).toEqual([before]);
  expect((await readPatient(store, id))?.patient.phoneNumber).toBe('01632 960002');
  await resolveConflict(store, before!.opId, { phoneNumber: 'theirs' });
  expect(await ops()).toEqual([]);
  expect(await readMergeNotes(store, id)).toMatchObject([
    { kind: 'chosen', clashes: [{ kept: 'theirs', mine: '01632 960002' }] },
  ]);
});

test('a choice for theirs keeps what nobody else touched, and one with nothing left to say sends nothing', async () => {
  const id = await sentPatient();
  await updatePatient(store, id, { phoneNumber: '01632 960002', address: '1 Demo Street' });
  elsewhere(id, { phoneNumber: '01632 960003' });
  await sender.drain(world.clock);
  await resolveConflict(store, (await ops())[0]!.opId, { phoneNumber: 'theirs' });
  await sender.drain(world.clock);
  expect(server.patients.get(id)).toMatchObject({ phoneNumber: '01632 960003', address: '1 Demo Street', version: 3 });
  await updatePatient(store, id, { phoneNumber: '01632 960004' });
  elsewhere(id, { phoneNumber: '01632 960005' });
  await sender.drain(world.clock);
  await resolveConflict(store, (await ops())[0]!.opId, {});
  expect(await ops()).toEqual([]);
  expect(await readPatient(store, id)).toMatchObject({ state: 'synced', patient: { phoneNumber: '01632 960005', version: 4 } });
});

test('a move of a state that was made on an older version is never carried over by itself', async () => {
  const id = await sentPatient();
  await enqueue(store, { call: 'patientUpdateStatus', input: { id, status: 'DECEASED' } });
  elsewhere(id, { address: '2 Demo Street' });
  await sender.drain(world.clock);
  const [op] = await ops();
  expect(op?.state).toBe('conflict');
  await resolveConflict(store, op!.opId, { status: 'mine' });
  await sender.drain(world.clock);
  expect(server.patients.get(id)).toMatchObject({ status: 'DECEASED', address: '2 Demo Street' });
});

test('a draft that somebody else has sent takes no more words by itself', async () => {
  const patientID = await sentPatient();
  const { consentID } = await createConsent(store, { patientID, formType: 'FORM_1' });
  await sender.drain(world.clock);
  await saveDraft(store, consentID, { mattersToMe: 'Reading' });
  server.consents.set(consentID, { ...server.consents.get(consentID)!, status: 'SENT', version: 2 });
  await sender.drain(world.clock);
  expect((await ops()).map(({ state }) => state)).toEqual(['conflict']);
  expect((await readConsent(store, consentID))?.consent.draft).toEqual({ mattersToMe: 'Reading' });
});

test('a draft’s words that nobody touched merge, and what waits behind them follows', async () => {
  const patientID = await sentPatient();
  const { consentID } = await createConsent(store, { patientID, formType: 'FORM_1' });
  await sender.drain(world.clock);
  await saveDraft(store, consentID, { mattersToMe: 'Reading' });
  await sendConsent(store, consentID);
  server.consents.set(consentID, { ...server.consents.get(consentID)!, refusals: ['Blood'], version: 2 });
  await sender.drain(world.clock);
  expect(server.consents.get(consentID)).toMatchObject({
    mattersToMe: 'Reading',
    refusals: ['Blood'],
    status: 'SENT',
    version: 4,
  });
});
