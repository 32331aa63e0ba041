import 'fake-indexeddb/auto';
import { dropCache } from '#store/session/cache.ts';
import { saveProfile } from '#store/session/profile.ts';
import { expect, test as base, vi } from 'vitest';
import { demoUser } from '#tests/store/demo-entities.ts';
import { listedCases, on, TODAY } from '#tests/store/listed-cases.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

test.beforeEach(({ store }) => saveProfile(store, demoUser));

test('a tablet on which nothing can be written gives up its copies all the same', async ({ store }) => {
  const { fetchCase, readDates } = listedCases(store);
  await fetchCase({ listed: on(TODAY) });
  const full = () => {
    throw new DOMException('No room', 'QuotaExceededError');
  };
  const spies = (['put', 'add'] as const).map((name) => vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(full));
  await expect(dropCache(store.db)).resolves.toBeUndefined();
  for (const spy of spies) spy.mockRestore();
  expect(await readDates()).toEqual([]);
});
