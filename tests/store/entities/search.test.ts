import 'fake-indexeddb/auto';
import { cardOf, savePatientCards, type PatientCard } from '#store/entities/search-pages.ts';
import { preparePatientSearch } from '#store/entities/search.ts';
import { openPatientSearch } from '#tests/support/people/patient-search.ts';
import fc from 'fast-check';
import { expect, test as base, vi } from 'vitest';
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

test('cards open when they are asked for, never over what was changed meanwhile, and by their pages alone', async ({
  store,
  drain,
}) => {
  const ids = ['one', 'two', 'gone'];
  const cards = ids.map((id) => cardOf(demoPatient({ id, lastName: `Demo-${id}` })));
  await savePatientCards(store, cards);
  await openPatientSearch(store);
  const allRows = vi.spyOn(store.db.patients, 'toCollection');
  const search = preparePatientSearch(store);
  expect([search.size(), search.search('demo')]).toEqual([0, []]);
  search.put(cardOf(demoPatient({ id: 'two', lastName: 'Demo-newer' })));
  search.remove('gone');
  await Promise.all([search.open(), search.open()]);
  expect(search.search('demo').map(({ lastName }) => lastName)).toEqual(['Demo-newer', 'Demo-one']);
  // A patient whom the server has just numbered has a mark until the card is stored.
  const id = await createPatient(store, { ...demoPatientDraft, lastName: 'Demo-numbered' });
  await drain();
  for (let opening = 0; opening < 2; opening += 1) {
    const [found] = (await openPatientSearch(store)).search('numbered');
    expect(found).toMatchObject({ id, recordID: 'P-000001' });
    expect(await store.db.kv.where('k').startsWith('card:').count()).toBe(0);
  }
  expect(allRows).not.toHaveBeenCalled();
});

test('a search that goes on from the one before finds what a new search finds, whatever changes between', async ({ store }) => {
  const word = fc.constantFrom('a', 'an', 'ann', 'na', 'nn', 'ta', 'tan');
  const step = fc.oneof(
    fc.record({ kind: fc.constant('search' as const), text: fc.array(word, { maxLength: 3 }).map((words) => words.join(' ')) }),
    fc.record({ kind: fc.constant('put' as const), id: fc.constantFrom('1', '2', '3'), lastName: word }),
    fc.record({ kind: fc.constant('remove' as const), id: fc.constantFrom('1', '2', '3') }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const cards = new Map<string, PatientCard>();
      const kept = preparePatientSearch(store);
      for (const each of steps) {
        if (each.kind === 'put') {
          const card = cardOf(demoPatient({ id: each.id, firstName: '', lastName: each.lastName, recordID: null }));
          cards.set(each.id, card);
          kept.put(card);
        } else if (each.kind === 'remove') {
          cards.delete(each.id);
          kept.remove(each.id);
        } else {
          const fresh = preparePatientSearch(store);
          for (const card of cards.values()) fresh.put(card);
          expect(kept.search(each.text)).toEqual(fresh.search(each.text));
        }
      }
    }),
  );
});
