import 'fake-indexeddb/auto';
import { cardOf } from '#store/entities/search-pages.ts';
import { openPatientSearch } from '#store/entities/search.ts';
import type { Store } from '#store/session/store.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPatient } from '#tests/store/app-calls.ts';
import { demoPatient } from '#tests/store/demo-entities.ts';
import { modelServer, type ModelServer } from '#tests/store/model-server.ts';
import { senderOf, type Sender } from '#tests/store/replaying.ts';
import { openDemoStore, openWorld, type World } from '#tests/store/world.ts';

const draft = { firstName: 'Amber', lastName: 'Demo-Rowan', dateOfBirth: '1950-03-14' };
let world: World;
let store: Store;
let server: ModelServer;
let sender: Sender;

beforeEach(async () => {
  world = openWorld();
  store = await openDemoStore(world);
  server = modelServer();
  sender = await senderOf(store, server);
});
afterEach(() => store.db.close());

test('of ten thousand cards those whose name begins so come first', async () => {
  const cards = await openPatientSearch(store);
  for (let nth = 0; nth < 10_000; nth += 1)
    cards.put(cardOf(demoPatient({ id: `${nth}`, firstName: 'Test', lastName: `Demo${nth}` })));
  cards.put(cardOf(demoPatient({ id: 'first', firstName: 'Test', lastName: '77-Demo' })));
  const found = cards.search('77');
  expect(found).toHaveLength(20);
  expect(found[0]?.id).toBe('first');
});

test('a patient whom only this device has is found too, and one whom the server has only just taken', async () => {
  await createPatient(store, { ...draft, lastName: 'Demo-Unsent' });
  expect((await openPatientSearch(store)).search('unsent')).toHaveLength(1);
  await sender.drain(world.clock);
  expect((await openPatientSearch(store)).search('unsent').map(({ recordID }) => recordID)).toEqual(['P-000001']);
});
