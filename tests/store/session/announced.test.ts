import 'fake-indexeddb/auto';
import { enqueue } from '#store/outbox/enqueue.ts';
import { queueNote } from '#store/outbox/note-op.ts';
import { refreshUnsentCount, type Store } from '#store/session/store.ts';
import { requeueReceipts } from '#store/sync/receipts.ts';
import { createPatient } from '#tests/store/app-calls.ts';
import { demoPatientDraftWithPhone } from '#tests/store/demo-entities.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';
import { expect, test as base } from 'vitest';

const test = base.extend(storeFixtures);

/** A number as it stood after one more step. */
type Step = { readonly what: 'waits' | 'row' | 'marks'; readonly count: number };

/** A store that notes each step of what waits, and of the two places that tell of it. Marks take as long as a browser's cache does. */
async function watched(store: Store): Promise<{ store: Store; steps: Step[] }> {
  const steps: Step[] = [];
  let waits = await store.db.ops.count();
  store.db.ops.hook('creating', () => void steps.push({ what: 'waits', count: (waits += 1) }));
  store.db.ops.hook('deleting', () => void steps.push({ what: 'waits', count: (waits -= 1) }));
  store.device.vaults.hook('updating', (change) => {
    if ('unsentCount' in change) steps.push({ what: 'row', count: Number(change.unsentCount) });
  });
  const onUnsentCount = async (count: number) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    steps.push({ what: 'marks', count });
  };
  return { store: { ...store, onUnsentCount }, steps };
}

/** Fails when a device that dies after any of these steps tells of fewer items than wait on it. */
function expectNeverFewer(steps: readonly Step[]): void {
  const told = { waits: 0, row: 0, marks: 0 };
  for (const [at, { what, count }] of steps.entries()) {
    told[what] = count;
    const passed = JSON.stringify(steps.slice(0, at + 1));
    expect(told.row, passed).toBeGreaterThanOrEqual(told.waits);
    expect(told.marks, passed).toBeGreaterThanOrEqual(told.waits);
  }
  expect(told, 'in the end all say the same').toEqual({ waits: told.waits, row: told.waits, marks: told.waits });
  expect(told.waits).toBeGreaterThan(0);
}

async function settled({ store, steps }: { store: Store; steps: Step[] }): Promise<readonly Step[]> {
  await refreshUnsentCount(store);
  return steps;
}

test('a device that dies at any step of saving tells of no fewer items than wait on it', async ({ store }) => {
  const tab = await watched(store);
  const id = await createPatient(tab.store, demoPatientDraftWithPhone);
  await createPatient(tab.store, demoPatientDraftWithPhone);
  // It joins the first op, and adds none.
  await enqueue(tab.store, { call: 'patientUpdate', input: { id, address: '1 Demo Street' } });
  await Promise.all([1, 2, 3].map(() => createPatient(tab.store, demoPatientDraftWithPhone)));
  expectNeverFewer(await settled(tab));
});

test('a device that dies while the server is told of a conflict tells of no fewer items either', async ({ store }) => {
  const tab = await watched(store);
  const id = await createPatient(tab.store, demoPatientDraftWithPhone);
  const field = { field: 'address', mine: 'One', theirs: 'Two', resolution: 'THEIRS' } as const;
  await queueNote(tab.store, 'patientConflict', { id, kind: 'COMBINED', fields: [field], enteredAt: '2026-08-06T14:05:00.000Z' });
  expectNeverFewer(await settled(tab));
});

test('a device that dies while its receipts are queued again tells of no fewer items either', async ({ store, drain }) => {
  for (const _ of [1, 2, 3]) await createPatient(store, demoPatientDraftWithPhone);
  await drain();
  expect(await store.db.ops.count()).toBe(0);
  const tab = await watched(store);
  expect(await requeueReceipts(tab.store, 'two')).toBe(3);
  expectNeverFewer(await settled(tab));
});
