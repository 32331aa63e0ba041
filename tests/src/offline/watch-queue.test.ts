import 'fake-indexeddb/auto';
import { expect, test as base } from 'vitest';
import { watchQueue } from '#src/offline/watch-queue.ts';
import { createPatient } from '#tests/store/app-calls.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

test('the first change of the queue is told at once, those of the time after it together, and others not at all', async ({
  store,
}) => {
  let told = 0;
  let pass = () => {};
  const timer = (_: number, run: () => void) => {
    pass = run;
    return () => void (pass = () => {});
  };
  const stop = watchQueue(store.db, () => (told += 1), timer);
  await store.db.kv.put({ k: 'demo', value: 1 });
  expect(told).toBe(0);
  await createPatient(store);
  expect(told).toBe(1);
  for (let nth = 0; nth < 20; nth += 1) await createPatient(store);
  expect(told).toBe(1);
  pass();
  expect(told).toBe(2);
  pass();
  expect(told).toBe(2);
  await createPatient(store);
  expect(told).toBe(3);
  stop();
  await createPatient(store);
  pass();
  expect(told).toBe(3);
});
