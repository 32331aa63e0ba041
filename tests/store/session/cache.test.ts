import 'fake-indexeddb/auto';
import { dropCache } from '#store/session/cache.ts';
import { saveProfile } from '#store/session/profile.ts';
import type { Store } from '#store/session/store.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { demoUser } from '#tests/store/demo-entities.ts';
import { openDemoStore, openWorld, type World } from '#tests/store/world.ts';
import { listedCases, on, TODAY } from '#tests/store/listed-cases.ts';

let world: World;
let store: Store;

beforeEach(async () => {
  world = openWorld();
  store = await openDemoStore(world);
  await saveProfile(store, demoUser);
});
afterEach(() => store.db.close());

test('a tablet on which nothing can be written gives up its copies all the same', async () => {
  const { fetched, rows } = listedCases(store);
  await fetched({ listed: on(TODAY) });
  const full = () => {
    throw new DOMException('No room', 'QuotaExceededError');
  };
  const spies = (['put', 'add'] as const).map((name) => vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(full));
  await expect(dropCache(store.db)).resolves.toBeUndefined();
  for (const spy of spies) spy.mockRestore();
  expect(await rows()).toEqual([]);
});
