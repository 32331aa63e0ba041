import 'fake-indexeddb/auto';
import { NotSent } from '#contract/call.ts';
import { discardOp, exportOps, NotPending, readOp, resendOp, resolveConflict } from '#store/outbox/review.ts';
import { readPatient } from '#store/views/patients.ts';
import { refreshUnsentCount, type Store } from '#store/session/store.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createConsent, createPatient, updatePatient } from '#tests/store/app-calls.ts';
import type { ModelServer } from '#tests/store/model-server.ts';
import { openReplaying, type Sender } from '#tests/store/replaying.ts';
import { openDemoStore, type World } from '#tests/store/world.ts';

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
const sentPatient = async () => {
  const id = await createPatient(store, draft);
  await sender.drain(world.clock);
  return id;
};

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
  const opened = await readOp(store, op!.opId);
  expect(opened.refusal?.fields).toEqual([{ path: 'lastName', message: 'This is not right' }]);
  expect(opened.input).toMatchObject({ id, lastName: 'Demo-Wrong' });
  await expect(resendOp(store, op!.opId, { ...opened.input, dateOfBirth: 'never' })).rejects.toThrow(NotSent);
  await resendOp(store, op!.opId, { ...opened.input, lastName: 'Demo-Right' });
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
  for (const { opId } of await ops()) await discardOp(store, opId);
  expect(await readPatient(store, id)).toMatchObject({ state: 'synced', patient: { phoneNumber: '01632 960001' } });
  expect(await readPatient(store, other)).toBeNull();
  await refreshUnsentCount(store);
  expect(world.unsent).toBe(0);
});

test('nobody takes back what is still on its way', async () => {
  await createPatient(store, draft);
  const [op] = await ops();
  await expect(discardOp(store, op!.opId)).rejects.toThrow(NotPending);
  await expect(resolveConflict(store, op!.opId, {})).rejects.toThrow(NotPending);
});
