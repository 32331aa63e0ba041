import 'fake-indexeddb/auto';
import { outboxItems, sentItems } from '#store/outbox/list.ts';
import { expect, test as base } from 'vitest';
import { createConsent, createPatient } from '#tests/store/app-calls.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';
import { demoPatientDraftWithPhone } from '#tests/store/demo-entities.ts';
import { createSentPatient } from '#tests/store/sender-setup.ts';

const test = base.extend(storeFixtures);

test('the outbox tells of each item where it stands, and what was sent and when', async ({
  world,
  store,
  server,
  sender,
  drain,
}) => {
  const sentId = await createSentPatient({ store, drain }, demoPatientDraftWithPhone);
  const bad = await createPatient(store, { ...demoPatientDraftWithPhone, lastName: 'Demo-Wrong' });
  await createConsent(store, { patientID: bad, formType: 'FORM_1' });
  server.refuseWith((_, { id }) => (id === bad ? server.failure(403, 'FORBIDDEN') : undefined));
  await drain();
  sender.session = null;
  await createPatient(store, demoPatientDraftWithPhone);
  expect((await outboxItems(store.db)).map(({ call, state, error }) => [call, state, error?.message])).toEqual([
    ['patientCreate', 'review', 'Refused: FORBIDDEN'],
    ['consentCreate', 'blocked', undefined],
    ['patientCreate', 'queued', undefined],
  ]);
  expect(await sentItems(store.db)).toMatchObject([{ entityId: sentId, call: 'patientCreate', ackedAt: world.clock.now }]);
});
