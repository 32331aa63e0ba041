import 'fake-indexeddb/auto';
import { NotSent } from '#contract/call.ts';
import {
  consentsOfPatient,
  createConsent,
  readConsent,
  saveDraft,
  sendConsent,
  startHandover,
  withdrawConsent,
} from '#store/consents.ts';
import { notesOf } from '#store/notes.ts';
import { outboxItems, sentItems } from '#store/outbox/list.ts';
import { discard, exportOps, NotWaiting, openOp, resend, resolveConflict } from '#store/outbox/review.ts';
import { createPatient, movePatient, readPatient, updatePatient } from '#store/patients.ts';
import { noteUnsent, type Store } from '#store/store.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ModelServer } from './model-server.ts';
import { openReplaying, type Sender } from './replaying.ts';
import { openDemoStore, type World } from './world.ts';

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
  expect(await notesOf(store, id)).toMatchObject([{ kind: 'merged', fields: ['address', 'phoneNumber'] }]);
});

test('two tablets that edit the same field wait for one choice; the other lanes go on', async () => {
  const id = await sentPatient();
  await updatePatient(store, id, { phoneNumber: '01632 960002', address: '1 Demo Street' });
  elsewhere(id, { phoneNumber: '01632 960003' });
  await createPatient(store, draft);
  await sender.drain(world.clock);
  const [op] = await ops();
  expect(op).toMatchObject({ state: 'conflict', error: { code: 'VERSION_CONFLICT' } });
  const { conflict } = await openOp(store, op!.opId);
  expect(conflict?.clashes).toEqual([
    { field: 'phoneNumber', base: '01632 960001', mine: '01632 960002', theirs: '01632 960003' },
  ]);
  expect((await readPatient(store, id))?.patient.phoneNumber).toBe('01632 960002');
  await resolveConflict(store, op!.opId, { phoneNumber: 'mine' });
  await sender.drain(world.clock);
  expect(server.patients.get(id)).toMatchObject({ phoneNumber: '01632 960002', address: '1 Demo Street', version: 3 });
  expect(await ops()).toEqual([]);
  expect(await notesOf(store, id)).toMatchObject([
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
  expect(await notesOf(store, id)).toMatchObject([{ kind: 'chosen', clashes: [{ kept: 'theirs', mine: '01632 960002' }] }]);
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
  await movePatient(store, id, { status: 'DECEASED' });
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

test('a refused item is put right and sent again in its old place, under a new key; what depends on it follows', async () => {
  const id = await createPatient(store, { ...draft, lastName: 'Demo-Wrong' });
  const { consentID } = await createConsent(store, { patientID: id, formType: 'FORM_1' });
  server.refuseWith((call, input) =>
    input['lastName'] === 'Demo-Wrong' && call.startsWith('POST patient')
      ? server.failure(400, 'INVALID', { fields: [{ path: 'lastName', message: 'This is not right' }] })
      : undefined,
  );
  await sender.drain(world.clock);
  const [op] = await ops();
  const opened = await openOp(store, op!.opId);
  expect(opened.refusal?.fields).toEqual([{ path: 'lastName', message: 'This is not right' }]);
  expect(opened.input).toMatchObject({ id, lastName: 'Demo-Wrong' });
  await expect(resend(store, op!.opId, { ...opened.input, dateOfBirth: 'never' })).rejects.toThrow(NotSent);
  await resend(store, op!.opId, { ...opened.input, lastName: 'Demo-Right' });
  expect((await readPatient(store, id))?.patient.lastName).toBe('Demo-Right');
  await sender.drain(world.clock);
  expect(server.effects.map(({ call }) => call)).toEqual(['patientCreate', 'consentCreate']);
  expect(server.effects[0]?.key).not.toBe(op?.opId);
  expect(server.consents.has(consentID)).toBe(true);
});

test('an item in review outlives a restart to the letter, and can be exported', async () => {
  await createPatient(store, draft);
  server.refuseWith(() => server.failure(422, 'INVALID'));
  await sender.drain(world.clock);
  store.db.close();
  store = await openDemoStore(world);
  await createPatient(store, { ...draft, lastName: 'Demo-Second' });
  const { items, unreadable } = await exportOps(store);
  expect(items.map(({ op, input }) => [op.state, input['lastName']])).toEqual([
    ['review', 'Demo-Rowan'],
    ['queued', 'Demo-Second'],
  ]);
  expect(unreadable).toEqual([]);
});

test('a refused edit that is taken back leaves what the server has; a refused patient goes', async () => {
  const id = await sentPatient();
  await updatePatient(store, id, { phoneNumber: '01632 960002' });
  const other = await createPatient(store, draft);
  server.refuseWith(() => server.failure(403, 'FORBIDDEN'));
  await sender.drain(world.clock);
  for (const { opId } of await ops()) await discard(store, opId);
  expect(await readPatient(store, id)).toMatchObject({ state: 'synced', patient: { phoneNumber: '01632 960001' } });
  expect(await readPatient(store, other)).toBeNull();
  await noteUnsent(store);
  expect(world.unsent).toBe(0);
});

test('nobody takes back what is still on its way', async () => {
  await createPatient(store, draft);
  const [op] = await ops();
  await expect(discard(store, op!.opId)).rejects.toThrow(NotWaiting);
  await expect(resolveConflict(store, op!.opId, {})).rejects.toThrow(NotWaiting);
});

test('the outbox tells of each item where it stands, and what was sent and when', async () => {
  const sentId = await sentPatient();
  const bad = await createPatient(store, { ...draft, lastName: 'Demo-Wrong' });
  await createConsent(store, { patientID: bad, formType: 'FORM_1' });
  server.refuseWith((_, { id }) => (id === bad ? server.failure(403, 'FORBIDDEN') : undefined));
  await sender.drain(world.clock);
  sender.session = null;
  await createPatient(store, draft);
  expect((await outboxItems(store.db)).map(({ call, state, error }) => [call, state, error?.message])).toEqual([
    ['patientCreate', 'review', 'Refused: FORBIDDEN'],
    ['consentCreate', 'blocked', undefined],
    ['patientCreate', 'queued', undefined],
  ]);
  expect(await sentItems(store.db)).toMatchObject([{ entityId: sentId, call: 'patientCreate', ackedAt: world.clock.now }]);
});

test('a handover and a withdrawal made without a network arrive in their order, and the patient’s versions are listed', async () => {
  const patientID = await sentPatient();
  const { consentID } = await createConsent(store, { patientID, formType: 'FORM_1' });
  await sendConsent(store, consentID);
  const handoverId = await startHandover(store, consentID, 'PATIENT');
  await withdrawConsent(store, consentID, 'The patient changed their mind');
  const [here] = await consentsOfPatient(store, patientID);
  expect(here).toMatchObject({ state: 'unsent', consent: { status: 'WITHDRAWN', handovers: [{ role: 'PATIENT', handoverId }] } });
  await sender.drain(world.clock);
  expect(server.effects.map(({ call }) => call).slice(1)).toEqual([
    'consentCreate',
    'consentSend',
    'consentSendToSign',
    'recordWithdraw',
  ]);
  expect(await consentsOfPatient(store, patientID)).toMatchObject([{ state: 'synced', consent: { status: 'WITHDRAWN' } }]);
});
