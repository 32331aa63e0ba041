import 'fake-indexeddb/auto';
import { followUnsent } from '#src/offline/last-unsent.ts';
import { cardOf } from '#store/entities/search-pages.ts';
import { openPatientSearch } from '#store/entities/search.ts';
import { createConsent, createPatient } from '#tests/store/app-calls.ts';
import { demoPatient } from '#tests/store/demo-entities.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';
import { expect, test as base, vi } from 'vitest';

const test = base.extend(storeFixtures);

test('what was unsent is still named after the database was cleared under the open app', async ({ store }) => {
  const cards = await openPatientSearch(store);
  const counts: number[] = [];
  const unsent = followUnsent({
    store,
    cards,
    onCount: (counted) => counts.push(counted.unsent),
    onFault: (fault) => {
      throw fault;
    },
  });
  const id = await createPatient(store);
  cards.put(cardOf(demoPatient({ id, lastName: 'Demo-Lost' })));
  await createConsent(store, { patientID: id, formType: 'FORM_1' });
  await createPatient(store);
  const named = () => unsent.byPatient().map(({ patient, items }) => [patient?.lastName, items]);
  await vi.waitFor(() =>
    expect(named()).toEqual([
      ['Demo-Lost', 2],
      [undefined, 1],
    ]),
  );
  await store.db.kv.clear();
  await store.db.ops.clear();
  // A later change of the emptied table is read as well.
  await expect(createPatient(store)).rejects.toThrow('cleared');
  expect(named()).toEqual([
    ['Demo-Lost', 2],
    [undefined, 1],
  ]);
  expect(counts.at(-1)).toBe(3);
  unsent.stop();
});
