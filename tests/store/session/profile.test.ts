import 'fake-indexeddb/auto';
import { saveProfile, readProfile } from '#store/session/profile.ts';
import type { Store } from '#store/session/store.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoUser } from '#tests/store/demo-entities.ts';
import { everythingIn, openDemoStore, openWorld, type World } from '#tests/store/world.ts';

let world: World;
let store: Store;

beforeEach(async () => {
  world = openWorld();
  store = await openDemoStore(world);
});
afterEach(() => store.db.close());

test('after a restart without a network the device knows who its person is and what they may do', async () => {
  expect(await readProfile(store)).toBeNull();
  await saveProfile(store, demoUser);
  store.db.close();
  store = await openDemoStore(world);
  expect(await readProfile(store)).toEqual(demoUser);
  expect(await everythingIn(store.db.name)).not.toContain('clinician@demo.nhs.uk');
  await store.db.kv.update('profile', { value: {} });
  expect(await readProfile(store)).toBeNull();
});
