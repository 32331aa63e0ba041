import 'fake-indexeddb/auto';
import { acquireLease, LeaseLost } from '#store/outbox/lease.ts';
import { returnMistaken } from '#store/outbox/return-parked.ts';
import { expect, test as base } from 'vitest';
import { createPatient, updatePatient } from '#tests/store/app-calls.ts';
import { opsInOrder, opStates } from '#tests/store/outbox-rows.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

test('what was parked because its key seemed to stand for another body goes again as it was, and what is behind it follows', async ({
  store,
  server,
  sender,
  drain,
}) => {
  const id = await createPatient(store);
  server.refuseWith(() => server.failure(422, 'IDEMPOTENCY_KEY_REUSED'));
  await drain();
  await updatePatient(store, id, { phoneNumber: '01632 960001' });
  expect(await opStates(store)).toEqual(['patientCreate review', 'patientUpdate queued']);
  const [parked] = await opsInOrder(store);
  server.refuseWith(() => undefined);
  expect(await returnMistaken(sender)).toBe(1);
  const [back] = await opsInOrder(store);
  expect(back).toMatchObject({ opId: parked?.opId, payload: parked?.payload, state: 'queued', isFrozen: true, error: null });
  await drain();
  expect(server.effects.map(({ call, key }) => [call, key === parked?.opId])).toEqual([
    ['patientCreate', true],
    ['patientUpdate', false],
  ]);
});

test('a refusal of another kind waits for its person, and a tab that no longer leads returns nothing', async ({
  store,
  server,
  sender,
  drain,
}) => {
  await createPatient(store);
  server.refuseWith(() => server.failure(400, 'INVALID'));
  await drain();
  expect(await returnMistaken(sender)).toBe(0);
  await createPatient(store);
  server.refuseWith(() => server.failure(422, 'IDEMPOTENCY_KEY_REUSED'));
  await drain();
  await acquireLease(store.db, store.env.now());
  await expect(returnMistaken(sender)).rejects.toThrow(LeaseLost);
  expect(await opStates(store)).toEqual(['patientCreate review', 'patientCreate review']);
});
