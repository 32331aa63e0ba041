import 'fake-indexeddb/auto';
import { pullChanges } from '#store/sync/pull.ts';
import { cardOf, CARDS_PER_PAGE, savePatientCards } from '#store/entities/search-pages.ts';
import { openPatientSearch } from '#tests/support/people/patient-search.ts';
import { expect, test as base } from 'vitest';
import { demoPatient } from '#tests/store/demo-entities.ts';
import { openDemoStore } from '#tests/store/world.ts';
import { pages } from '#tests/store/change-pages.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

test('thousands of cards lie on pages; one change seals one page, and a damaged page takes no other with it', async ({
  store,
}) => {
  const many = Array.from({ length: CARDS_PER_PAGE * 3 }, (_, nth) =>
    cardOf(demoPatient({ id: `${nth}`, lastName: `Demo-${nth}` })),
  );
  await savePatientCards(store, many);
  expect(await store.db.cards.count()).toBe(3);
  const before = await store.db.cards.toArray();
  await savePatientCards(store, [{ ...many[600]!, lastName: 'Demo-Renamed' }], ['3']);
  const after = await store.db.cards.toArray();
  expect(after.map(({ localRev }, at) => localRev - before[at]!.localRev)).toEqual([1, 1, 0]);
  const [found] = (await openPatientSearch(store)).search('renamed');
  expect(found?.id).toBe('600');
  await store.db.cards.update(0, { ct: new ArrayBuffer(64) });
  await store.db.kv.put({ k: 'cursor', value: 'end' });
  expect((await openPatientSearch(store)).size()).toBe(CARDS_PER_PAGE * 2);
  const { fetchPage, cursors } = pages();
  await pullChanges(store, fetchPage);
  expect(cursors).toEqual([undefined]);
});

test('two tabs that keep cards at once lose none', async ({ world, store }) => {
  const other = await openDemoStore(world);
  await Promise.all([
    savePatientCards(store, [cardOf(demoPatient({ id: 'one' }))]),
    savePatientCards(other, [cardOf(demoPatient({ id: 'two' }))]),
  ]);
  other.db.close();
  expect((await openPatientSearch(store)).size()).toBe(2);
});
