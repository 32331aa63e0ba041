import { SYNC_TIMING } from '#store/sync/timing.ts';
import { createPatient } from '#tests/store/app-calls.ts';
import { demoPatientDraft } from '#tests/store/demo-entities.ts';
import { modelServer } from '#tests/store/model-server.ts';
import { senderOf } from '#tests/store/sender-setup.ts';
import { openDemoStore, openWorld } from '#tests/store/world.ts';
import { expect, test } from 'vitest';

/** Longer than a call that hangs is waited for, ms. */
const BUSY = 60;

async function slowTablet() {
  const store = await openDemoStore(openWorld());
  const server = modelServer();
  const network: typeof server.network = (plan) => {
    const reach = server.network(plan);
    return async (...asked) => {
      const answer = await reach(...asked);
      await new Promise((resolve) => setTimeout(resolve, BUSY));
      // As the browser's own fetch.
      asked[1]?.signal?.throwIfAborted();
      return answer;
    };
  };
  return { store, server, sender: await senderOf(store, { network }) };
}

test('an answer that takes its time on a busy machine is waited for, and its call is made once', async () => {
  const { store, server, sender } = await slowTablet();
  await createPatient(store, demoPatientDraft);
  await sender.pass();
  expect([await store.db.ops.count(), server.arrivals.length]).toEqual([0, 1]);
});

test('a call that hangs is given up, long before the limit of the product', async () => {
  const { store, server, sender } = await slowTablet();
  await createPatient(store, demoPatientDraft);
  sender.plan.push('hangs');
  const began = performance.now();
  await sender.pass();
  expect(performance.now() - began).toBeLessThan(SYNC_TIMING.callTimeout);
  expect([await store.db.ops.count(), server.arrivals.length]).toEqual([1, 0]);
});
