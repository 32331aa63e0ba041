import 'fake-indexeddb/auto';
import { NotSent } from '#contract/engine/call.ts';
import { discardOp, exportOps, NotPending, readOp, resendOp, resolveConflict } from '#store/outbox/review.ts';
import { readPatient } from '#store/views/patients.ts';
import { refreshUnsentCount } from '#store/session/store.ts';
import { expect, test as base } from 'vitest';
import { createConsent, createPatient, updatePatient } from '#tests/store/app-calls.ts';
import { openDemoStore } from '#tests/store/world.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';
import { demoPatientDraftWithPhone } from '#tests/store/demo-entities.ts';
import { createSentPatient } from '#tests/store/sender-setup.ts';
import { opsInOrder } from '#tests/store/outbox-rows.ts';

const test = base.extend(storeFixtures);

test('a refused item is put right and sent again in its old place, under a new key; what depends on it follows', async ({
  store,
  server,
  drain,
}) => {
  const id = await createPatient(store, { ...demoPatientDraftWithPhone, lastName: 'Demo-Wrong' });
  const { consentID } = await createConsent(store, { patientID: id, formType: 'FORM_1' });
  server.refuseWith((call, input) =>
    input['lastName'] === 'Demo-Wrong' && call.startsWith('POST patient')
      ? server.failure(400, 'INVALID', { fields: [{ path: 'lastName', message: 'This is not right' }] })
      : undefined,
  );
  await drain();
  const [op] = await opsInOrder(store);
  const opened = await readOp(store, op!.opId);
  expect(opened.refusal?.fields).toEqual([{ path: 'lastName', message: 'This is not right' }]);
  expect(opened.input).toMatchObject({ id, lastName: 'Demo-Wrong' });
  await expect(resendOp(store, op!.opId, { ...opened.input, dateOfBirth: 'never' })).rejects.toThrow(NotSent);
  await resendOp(store, op!.opId, { ...opened.input, lastName: 'Demo-Right' });
  expect((await readPatient(store, id))?.patient.lastName).toBe('Demo-Right');
  await drain();
  expect(server.effects.map(({ call }) => call)).toEqual(['patientCreate', 'consentCreate']);
  expect(server.effects[0]?.key).not.toBe(op?.opId);
  expect(server.consents.has(consentID)).toBe(true);
});

test('an item in review outlives a restart to the letter, and can be exported', async ({ world, store, server, drain }) => {
  await createPatient(store, demoPatientDraftWithPhone);
  server.refuseWith(() => server.failure(422, 'INVALID'));
  await drain();
  store.db.close();
  const reopened = await openDemoStore(world);
  await createPatient(reopened, { ...demoPatientDraftWithPhone, lastName: 'Demo-Second' });
  const { items, unreadable } = await exportOps(reopened);
  expect(items.map(({ op, input }) => [op.state, input['lastName']])).toEqual([
    ['review', 'Demo-Rowan'],
    ['queued', 'Demo-Second'],
  ]);
  expect(unreadable).toEqual([]);
  reopened.db.close();
});

test('a refused edit that is taken back leaves what the server has; a refused patient goes', async ({
  world,
  store,
  server,
  drain,
}) => {
  const id = await createSentPatient({ store, drain }, demoPatientDraftWithPhone);
  await updatePatient(store, id, { phoneNumber: '01632 960002' });
  const other = await createPatient(store, demoPatientDraftWithPhone);
  server.refuseWith(() => server.failure(403, 'FORBIDDEN'));
  await drain();
  for (const { opId } of await opsInOrder(store)) await discardOp(store, opId);
  expect(await readPatient(store, id)).toMatchObject({ state: 'synced', patient: { phoneNumber: '01632 960001' } });
  expect(await readPatient(store, other)).toBeNull();
  await refreshUnsentCount(store);
  expect(world.unsent).toBe(0);
});

test('nobody takes back what is still on its way', async ({ store }) => {
  await createPatient(store, demoPatientDraftWithPhone);
  const [op] = await opsInOrder(store);
  await expect(discardOp(store, op!.opId)).rejects.toThrow(NotPending);
  await expect(resolveConflict(store, op!.opId, {})).rejects.toThrow(NotPending);
});
