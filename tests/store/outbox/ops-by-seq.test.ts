import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { deleteOps, readOps } from '#store/outbox/ops-by-seq.ts';
import { createPatient } from '#tests/store/app-calls.ts';
import { opsInOrder } from '#tests/store/outbox-rows.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';
import { expect, test as base } from 'vitest';

const test = base.extend(storeFixtures);

test('whatever places of the queue are named, in any order, those ops alone are read and deleted', async ({ store }) => {
  for (let nth = 0; nth < 12; nth += 1) await createPatient(store);
  const ops = await opsInOrder(store);
  const seqs = ops.map(({ seq }) => seq);
  // Some of them twice, and one that is no longer there.
  const named = fc.array(fc.constantFrom(...seqs, seqs.at(-1)! + 1), { maxLength: 16 });
  await fc.assert(
    fc.asyncProperty(named, async (some) => {
      expect(await readOps(store.db, some)).toEqual(some.map((seq) => ops.find((op) => op.seq === seq)));
      await deleteOps(store.db, some);
      expect(await opsInOrder(store)).toEqual(ops.filter(({ seq }) => !some.includes(seq)));
      await store.db.ops.bulkPut(ops);
    }),
  );
});
