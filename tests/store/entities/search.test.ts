import 'fake-indexeddb/auto';
import { cardOf } from '#store/entities/search-pages.ts';
import { openPatientSearch } from '#store/entities/search.ts';
import { expect, test as base } from 'vitest';
import { createPatient } from '#tests/store/app-calls.ts';
import { demoPatient, demoPatientDraft } from '#tests/store/demo-entities.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

test('of ten thousand cards those whose name begins so come first', async ({ store }) => {
  const cards = await openPatientSearch(store);
  for (let nth = 0; nth < 10_000; nth += 1)
    cards.put(cardOf(demoPatient({ id: `${nth}`, firstName: 'Test', lastName: `Demo${nth}` })));
  cards.put(cardOf(demoPatient({ id: 'first', firstName: 'Test', lastName: '77-Demo' })));
  const found = cards.search('77');
  expect(found).toHaveLength(20);
  expect(found[0]?.id).toBe('first');
});

test('a patient whom only this device has is found too, and one whom the server has only just taken', async ({
  store,
  drain,
}) => {
  await createPatient(store, { ...demoPatientDraft, lastName: 'Demo-Unsent' });
  expect((await openPatientSearch(store)).search('unsent')).toHaveLength(1);
  await drain();
  expect((await openPatientSearch(store)).search('unsent').map(({ recordID }) => recordID)).toEqual(['P-000001']);
});
