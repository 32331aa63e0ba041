import 'fake-indexeddb/auto';
import { outboxItems, sentItems } from '#store/outbox/list.ts';
import type { Store } from '#store/session/store.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createConsent, createPatient } from '#tests/store/app-calls.ts';
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

const sentPatient = async () => {
  const id = await createPatient(store, draft);
  await sender.drain(world.clock);
  return id;
};

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
