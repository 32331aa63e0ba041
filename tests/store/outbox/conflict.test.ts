import 'fake-indexeddb/auto';
import { readConsent } from '#store/views/consents.ts';
import { readMergeNotes } from '#store/entities/merge-notes.ts';
import { queueNote } from '#store/outbox/note-op.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { discardOp, readOp, resolveConflict } from '#store/outbox/review.ts';
import { readPatient } from '#store/views/patients.ts';
import { expect, test as base, vi } from 'vitest';
import { createConsent, createPatient, saveDraft, sendConsent, updatePatient } from '#tests/store/app-calls.ts';
import type { ModelServer } from '#tests/store/model-server.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';
import { demoPatientDraftWithPhone } from '#tests/store/demo-entities.ts';
import { createSentPatient } from '#tests/store/sender-setup.ts';
import { opsInOrder } from '#tests/store/outbox-rows.ts';

const test = base.extend(storeFixtures);

const editOnServer = (server: ModelServer, id: string, change: Record<string, unknown>) => {
  const before = server.patients.get(id)!;
  server.patients.set(id, { ...before, ...change, version: before.version + 1 });
};

test('two tablets that edit different fields of a patient end with both, under a new key', async ({ store, server, drain }) => {
  const id = await createSentPatient({ store, drain }, demoPatientDraftWithPhone);
  await updatePatient(store, id, { phoneNumber: '01632 960002' });
  editOnServer(server, id, { address: '2 Demo Street' });
  await drain();
  expect(server.patients.get(id)).toMatchObject({ phoneNumber: '01632 960002', address: '2 Demo Street', version: 3 });
  expect(await readPatient(store, id)).toMatchObject({ state: 'synced', patient: { phoneNumber: '01632 960002', version: 3 } });
  const keys = server.arrivals.filter(({ call }) => call.startsWith('PUT')).map(({ key }) => key);
  expect(new Set(keys).size).toBe(2);
  expect(await readMergeNotes(store, id)).toMatchObject([{ kind: 'merged', fields: ['address', 'phoneNumber'] }]);
});

test('two tablets that edit the same field wait for one choice; the other lanes go on', async ({ store, server, drain }) => {
  const id = await createSentPatient({ store, drain }, demoPatientDraftWithPhone);
  await updatePatient(store, id, { phoneNumber: '01632 960002', address: '1 Demo Street' });
  editOnServer(server, id, { phoneNumber: '01632 960003' });
  await createPatient(store, demoPatientDraftWithPhone);
  await drain();
  const [op] = await opsInOrder(store);
  expect(op).toMatchObject({ state: 'conflict', error: { code: 'VERSION_CONFLICT' } });
  const { conflict } = await readOp(store, op!.opId);
  expect(conflict?.clashes).toEqual([
    { field: 'phoneNumber', base: '01632 960001', mine: '01632 960002', theirs: '01632 960003' },
  ]);
  expect((await readPatient(store, id))?.patient.phoneNumber).toBe('01632 960002');
  await resolveConflict(store, op!.opId, { phoneNumber: 'mine' });
  await drain();
  expect(server.patients.get(id)).toMatchObject({ phoneNumber: '01632 960002', address: '1 Demo Street', version: 3 });
  expect(await opsInOrder(store)).toEqual([]);
  expect(await readMergeNotes(store, id)).toMatchObject([
    { kind: 'chosen', clashes: [{ field: 'phoneNumber', kept: 'mine', theirs: '01632 960003' }] },
  ]);
});

test('a choice and the note of what lost in it stand or fall together', async ({ store, server, drain }) => {
  const id = await createSentPatient({ store, drain }, demoPatientDraftWithPhone);
  await updatePatient(store, id, { phoneNumber: '01632 960002' });
  editOnServer(server, id, { phoneNumber: '01632 960003' });
  await drain();
  const [before] = await opsInOrder(store);
  const failing = vi.spyOn(store.db.kv, 'put').mockImplementation(() => {
    throw new Error('The tab dies here');
  });
  await expect(resolveConflict(store, before!.opId, { phoneNumber: 'theirs' })).rejects.toThrow('The tab dies here');
  failing.mockRestore();
  expect(await opsInOrder(store)).toEqual([before]);
  expect((await readPatient(store, id))?.patient.phoneNumber).toBe('01632 960002');
  await resolveConflict(store, before!.opId, { phoneNumber: 'theirs' });
  // The note for the server is in the queue, and nothing else.
  expect((await opsInOrder(store)).map(({ call, state }) => [call, state])).toEqual([['patientConflict', 'queued']]);
  expect(await readMergeNotes(store, id)).toMatchObject([
    { kind: 'chosen', clashes: [{ kept: 'theirs', mine: '01632 960002' }] },
  ]);
});

test('a choice for theirs keeps what nobody else touched, and one with nothing left to say sends nothing', async ({
  store,
  server,
  drain,
}) => {
  const id = await createSentPatient({ store, drain }, demoPatientDraftWithPhone);
  await updatePatient(store, id, { phoneNumber: '01632 960002', address: '1 Demo Street' });
  editOnServer(server, id, { phoneNumber: '01632 960003' });
  await drain();
  await resolveConflict(store, (await opsInOrder(store))[0]!.opId, { phoneNumber: 'theirs' });
  await drain();
  expect(server.patients.get(id)).toMatchObject({ phoneNumber: '01632 960003', address: '1 Demo Street', version: 3 });
  await updatePatient(store, id, { phoneNumber: '01632 960004' });
  editOnServer(server, id, { phoneNumber: '01632 960005' });
  await drain();
  await resolveConflict(store, (await opsInOrder(store))[0]!.opId, {});
  await drain();
  expect(await opsInOrder(store)).toEqual([]);
  expect(await readPatient(store, id)).toMatchObject({ state: 'synced', patient: { phoneNumber: '01632 960005', version: 4 } });
});

test('a move of a state that was made on an older version is never carried over by itself', async ({ store, server, drain }) => {
  const id = await createSentPatient({ store, drain }, demoPatientDraftWithPhone);
  await enqueue(store, { call: 'patientUpdateStatus', input: { id, status: 'DECEASED' } });
  editOnServer(server, id, { address: '2 Demo Street' });
  await drain();
  const [op] = await opsInOrder(store);
  expect(op?.state).toBe('conflict');
  await resolveConflict(store, op!.opId, { status: 'mine' });
  await drain();
  expect(server.patients.get(id)).toMatchObject({ status: 'DECEASED', address: '2 Demo Street' });
});

const notesOf = (server: ModelServer) =>
  server.effects.filter(({ call }) => call === 'patientConflict').map(({ input: { id: _, ...input } }) => input);

test('the values that lost in a choice are told to the server once, whichever side was chosen, also when the answer is lost', async ({
  store,
  server,
  sender,
  drain,
}) => {
  const id = await createSentPatient({ store, drain }, demoPatientDraftWithPhone);
  await updatePatient(store, id, { phoneNumber: '01632 960002', communication: { language: 'pl' } });
  const communication = { ...server.patients.get(id)!.communication, language: 'cy' };
  editOnServer(server, id, { phoneNumber: '01632 960003', communication });
  await drain();
  const [op] = await opsInOrder(store);
  await resolveConflict(store, op!.opId, { phoneNumber: 'mine', communication: 'theirs' });
  sender.plan.push('answerLost');
  await drain();
  expect(await opsInOrder(store)).toEqual([]);
  expect(notesOf(server)).toEqual([
    {
      kind: 'CHOSEN',
      enteredAt: op!.capturedAt,
      fields: expect.arrayContaining([
        { field: 'phoneNumber', mine: '01632 960002', theirs: '01632 960003', resolution: 'MINE' },
        { field: 'language', mine: 'pl', theirs: 'cy', resolution: 'THEIRS' },
      ]),
    },
  ]);
});

test('a choice that dies with its tab tells the server nothing, and a discarded change tells what it would have saved', async ({
  store,
  server,
  drain,
}) => {
  const id = await createSentPatient({ store, drain }, demoPatientDraftWithPhone);
  await updatePatient(store, id, { lastName: 'Demo-Typed' });
  editOnServer(server, id, { lastName: 'Demo-Saved' });
  await drain();
  const [op] = await opsInOrder(store);
  const failing = vi.spyOn(store.db.ops, 'add').mockImplementation(() => {
    throw new Error('The tab dies here');
  });
  await expect(discardOp(store, op!.opId)).rejects.toThrow('The tab dies here');
  failing.mockRestore();
  expect(await opsInOrder(store)).toEqual([op]);
  await discardOp(store, op!.opId);
  await drain();
  expect(notesOf(server)).toMatchObject([
    { kind: 'DISCARDED', fields: [{ field: 'lastName', mine: 'Demo-Typed', resolution: 'THEIRS' }] },
  ]);
  expect(server.patients.get(id)).toMatchObject({ lastName: 'Demo-Saved' });
});

test('changes that were combined by themselves are told by their fields, and a later edit goes on from them', async ({
  store,
  server,
  drain,
}) => {
  const id = await createSentPatient({ store, drain }, demoPatientDraftWithPhone);
  await updatePatient(store, id, { phoneNumber: '01632 960002' });
  editOnServer(server, id, { address: '2 Demo Street' });
  await drain();
  expect(notesOf(server)).toMatchObject([
    {
      kind: 'COMBINED',
      fields: [
        { field: 'address', mine: null, theirs: null, resolution: 'BOTH' },
        { field: 'phoneNumber', mine: null, theirs: null, resolution: 'BOTH' },
      ],
    },
  ]);
  await updatePatient(store, id, { lastName: 'Demo-Later' });
  await drain();
  expect(server.patients.get(id)).toMatchObject({ lastName: 'Demo-Later', address: '2 Demo Street' });
  expect(await opsInOrder(store)).toEqual([]);
});

test('a note that the server refuses waits for a person, and goes without touching the record', async ({
  store,
  server,
  drain,
}) => {
  const id = await createSentPatient({ store, drain }, demoPatientDraftWithPhone);
  server.refuseWith((call) => (call === 'POST patient/conflict' ? server.failure(403, 'FORBIDDEN') : undefined));
  await queueNote(store, 'patientConflict', {
    id,
    kind: 'CHOSEN',
    fields: [{ field: 'lastName', mine: 'A', theirs: 'B', resolution: 'MINE' }],
  });
  await drain();
  const [op] = await opsInOrder(store);
  expect(op?.state).toBe('review');
  expect(await readPatient(store, id)).toMatchObject({ state: 'synced' });
  await discardOp(store, op!.opId);
  expect(await opsInOrder(store)).toEqual([]);
  expect(await readPatient(store, id)).toMatchObject({ state: 'synced', patient: { phoneNumber: '01632 960001' } });
});

test('a chosen status is told by its value', async ({ store, server, drain }) => {
  const id = await createSentPatient({ store, drain }, demoPatientDraftWithPhone);
  await enqueue(store, { call: 'patientUpdateStatus', input: { id, status: 'DECEASED' } });
  editOnServer(server, id, { status: 'INACTIVE' });
  await drain();
  await resolveConflict(store, (await opsInOrder(store))[0]!.opId, { status: 'theirs' });
  await drain();
  expect(notesOf(server)).toMatchObject([
    { fields: [{ field: 'status', mine: 'DECEASED', theirs: 'INACTIVE', resolution: 'THEIRS' }] },
  ]);
});

test('a draft that somebody else has sent takes no more words by itself', async ({ store, server, drain }) => {
  const patientID = await createSentPatient({ store, drain }, demoPatientDraftWithPhone);
  const { consentID } = await createConsent(store, { patientID, formType: 'FORM_1' });
  await drain();
  await saveDraft(store, consentID, { mattersToMe: 'Reading' });
  server.consents.set(consentID, { ...server.consents.get(consentID)!, status: 'SENT', version: 2 });
  await drain();
  expect((await opsInOrder(store)).map(({ state }) => state)).toEqual(['conflict']);
  expect((await readConsent(store, consentID))?.consent.draft).toEqual({ mattersToMe: 'Reading' });
});

test('a draft’s words that nobody touched merge, and what waits behind them follows', async ({ store, server, drain }) => {
  const patientID = await createSentPatient({ store, drain }, demoPatientDraftWithPhone);
  const { consentID } = await createConsent(store, { patientID, formType: 'FORM_1' });
  await drain();
  await saveDraft(store, consentID, { mattersToMe: 'Reading' });
  await sendConsent(store, consentID);
  server.consents.set(consentID, { ...server.consents.get(consentID)!, refusals: ['Blood'], version: 2 });
  await drain();
  expect(server.consents.get(consentID)).toMatchObject({
    mattersToMe: 'Reading',
    refusals: ['Blood'],
    status: 'SENT',
    version: 4,
  });
});
