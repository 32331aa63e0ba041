import 'fake-indexeddb/auto';
import { followUnsent } from '#src/offline/last-unsent.ts';
import { cardOf } from '#store/entities/search-pages.ts';
import { openPatientSearch } from '#tests/support/people/patient-search.ts';
import { createConsent, createPatient } from '#tests/store/app-calls.ts';
import { demoPatient } from '#tests/store/demo-entities.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';
import { soon } from '#tests/support/checks/soon.ts';
import { expect, test as base } from 'vitest';

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
  await soon(() =>
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

test('a queue that is sent op by op is read row by row, not whole at each step', async ({ store }) => {
  const LONG = 20;
  let rowsRead = 0;
  const onRead = (row: unknown) => {
    rowsRead += 1;
    return row;
  };
  const counts: { unsent: number; blocked: number }[] = [];
  for (let nth = 0; nth < LONG; nth += 1) await createPatient(store);
  store.db.ops.hook('reading', onRead);
  const unsent = followUnsent({
    store,
    cards: await openPatientSearch(store),
    onCount: (counted) => counts.push(counted),
    onFault: (fault) => {
      throw fault;
    },
  });
  await soon(() => expect(counts.at(-1)).toEqual({ unsent: LONG, blocked: 0 }));
  const seqs = await store.db.ops.orderBy('seq').primaryKeys();
  await store.db.ops.update(seqs.at(-1)!, { state: 'review' });
  await soon(() => expect(counts.at(-1)).toEqual({ unsent: LONG, blocked: 1 }));
  const before = rowsRead;
  for (const [sent, seq] of seqs.slice(0, LONG - 1).entries()) {
    await store.db.ops.delete(seq);
    await soon(() => expect(counts.at(-1)).toEqual({ unsent: LONG - 1 - sent, blocked: 1 }));
  }
  expect(rowsRead - before).toBe(0);
  expect(unsent.byPatient()).toHaveLength(1);
  store.db.ops.hook('reading').unsubscribe(onRead);
  unsent.stop();
});
