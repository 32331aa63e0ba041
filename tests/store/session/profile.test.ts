import 'fake-indexeddb/auto';
import { saveProfile, readProfile } from '#store/session/profile.ts';
import { expect, test as base } from 'vitest';
import { demoUser } from '#tests/store/demo-entities.ts';
import { everythingIn, openDemoStore } from '#tests/store/world.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

test('after a restart without a network the device knows who its person is and what they may do', async ({ world, store }) => {
  expect(await readProfile(store)).toBeNull();
  await saveProfile(store, demoUser);
  store.db.close();
  const reopened = await openDemoStore(world);
  expect(await readProfile(reopened)).toEqual(demoUser);
  expect(await everythingIn(reopened.db.name)).not.toContain('clinician@demo.nhs.uk');
  await reopened.db.kv.update('profile', { value: {} });
  expect(await readProfile(reopened)).toBeNull();
  reopened.db.close();
});
