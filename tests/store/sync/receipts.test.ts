import 'fake-indexeddb/auto';
import { enqueue } from '#store/outbox/enqueue.ts';
import { pullChanges } from '#store/sync/pull.ts';
import { requeueReceipts, pruneReceipts } from '#store/sync/receipts.ts';
import { expect, test as base } from 'vitest';
import { createPatient, updatePatient } from '#tests/store/app-calls.ts';
import { modelServer } from '#tests/store/model-server.ts';
import { createSentPatient, senderOf } from '#tests/store/sender-setup.ts';
import { pages } from '#tests/store/change-pages.ts';
import { opsInOrder } from '#tests/store/outbox-rows.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';
import { demoPatientDraft } from '#tests/store/demo-entities.ts';
import { REASON_NOT_KEPT } from '#domain/patients/restricted.ts';
import { unseal } from '#store/crypto/seal.ts';

const test = base.extend(storeFixtures);

test('a server that was restored from a backup gets the last seven days again, once, and before what waits', async ({
  world,
  store,
  server,
  drain,
}) => {
  const id = await createSentPatient({ store, drain });
  await pullChanges(store, pages({ dataEpoch: 'one' }).fetchPage);
  await updatePatient(store, id, { phoneNumber: '01632 960002' });
  const restored = modelServer();
  const next = await senderOf(store, restored);
  await pullChanges(store, pages({ dataEpoch: 'two' }).fetchPage);
  await pullChanges(store, pages({ dataEpoch: 'two' }).fetchPage);
  expect((await opsInOrder(store)).map(({ call }) => call)).toEqual(['patientCreate', 'patientUpdate']);
  await next.drain(world.clock);
  expect(restored.effects.map(({ call }) => call)).toEqual(['patientCreate', 'patientUpdate']);
  expect(restored.effects[0]?.key).toBe(server.effects[0]?.key);
});

test('after a restored backup patient and form arrive in the order of the first time, whatever gets lost on the way', async ({
  world,
  store,
  server,
  drain,
}) => {
  const step = async (change: () => Promise<unknown>) => {
    await change();
    await drain();
    world.clock.now += 1000;
  };
  const form = (patientID: string) => {
    const ids = { consentID: world.env.newId(), recordID: world.env.newId(), patientID };
    const create = () => enqueue(store, { call: 'consentCreate', input: { ...ids, formType: 'FORM_1' }, patientId: patientID });
    const edit = (mattersToMe: string) => () =>
      enqueue(store, { call: 'consentUpdate', input: { consentID: ids.consentID, mattersToMe } });
    return { ...ids, create, edit };
  };
  const id = world.env.newId();
  const one = form(id);
  await step(() => enqueue(store, { call: 'patientCreate', input: { ...demoPatientDraft, id } }));
  await step(one.create);
  await step(() => updatePatient(store, id, { phoneNumber: '01632 960001' }));
  await step(one.edit('one'));
  await step(() => updatePatient(store, id, { phoneNumber: '01632 960002' }));
  await step(one.edit('two'));
  const first = server.effects.map(({ key }) => key);
  // Beside them lie another patient’s, and a form that nobody has sent yet.
  await step(async () => form(await createPatient(store)).create());
  const late = form(id);
  await late.create();
  const restored = modelServer();
  const next = await senderOf(store, restored);
  await requeueReceipts(store, 'two');
  next.plan.push(...Array.from({ length: 8 }, (_, nth) => (nth % 2 === 0 ? 'lost' : 'none')));
  await next.drain(world.clock);
  expect(await store.db.ops.toArray()).toEqual([]);
  const keys = restored.effects.map(({ key }) => key);
  expect(keys.filter((key) => first.includes(key))).toEqual(first);
  expect(restored.effects).toHaveLength(9);
  expect(restored.effects.findIndex((effect) => effect.id === late.consentID)).toBeGreaterThan(keys.indexOf(first[4]!));
});

test('a patient goes before a form that this tablet’s clock, set back since, dates before it', async ({
  world,
  store,
  drain,
}) => {
  const id = await createSentPatient({ store, drain });
  world.clock.now -= 3_600_000;
  const ids = { consentID: world.env.newId(), recordID: world.env.newId() };
  await enqueue(store, { call: 'consentCreate', input: { ...ids, patientID: id, formType: 'FORM_1' }, patientId: id });
  await drain();
  const restored = modelServer();
  const next = await senderOf(store, restored);
  await requeueReceipts(store, 'two');
  await next.drain(world.clock);
  expect(restored.effects.map(({ call }) => call)).toEqual(['patientCreate', 'consentCreate']);
});

test('what a server still has is offered again without a second effect', async ({ store, server, drain }) => {
  await createSentPatient({ store, drain });
  expect(await requeueReceipts(store, 'two'), 'as many as there are').toBe(1);
  expect(await store.db.ops.count()).toBe(1);
  expect(await requeueReceipts(store, 'two'), 'once for an epoch').toBeNull();
  await drain();
  expect(server.effects).toHaveLength(1);
  expect(await store.db.ops.count()).toBe(0);
});

test('a tablet that has sent nothing sends nothing again', async ({ store }) => {
  const heard: number[] = [];
  const tablet = { ...store, onRestored: (resent: number) => void heard.push(resent) };
  await createPatient(tablet);
  for (const dataEpoch of ['one', 'two']) await pullChanges(tablet, pages({ dataEpoch }, { dataEpoch }).fetchPage);
  expect(heard).toEqual([0]);
});

test('receipts are kept for seven days', async ({ world, store, drain }) => {
  await createSentPatient({ store, drain });
  world.clock.now += 7 * 86_400_000;
  await pruneReceipts(store);
  expect(await store.db.sent.count()).toBe(1);
  world.clock.now += 1;
  await pruneReceipts(store);
  expect(await store.db.sent.count()).toBe(0);
});

test('no receipt holds why contact details were hidden, and a restored server is told of the change with a reason of its own', async ({
  world,
  store,
  server,
  drain,
}) => {
  const id = await createSentPatient({ store, drain });
  await updatePatient(store, id, { restricted: true, reason: 'Her partner is violent' });
  await drain();
  expect(server.effects.at(-1)?.input).toMatchObject({ restricted: true, reason: 'Her partner is violent' });
  const receipts = await Promise.all(
    (await store.db.sent.toArray()).map(async (row) => unseal(store.vault, { table: 'sent', id: row.opId }, row)),
  );
  expect(receipts.some((body) => JSON.stringify(body).includes('"restricted":true'))).toBe(true);
  expect(JSON.stringify(receipts)).not.toMatch(/reason|violent/);
  // The server that has it already says that the key was used for another body: it is done.
  await requeueReceipts(store, 'two');
  await drain();
  expect(await store.db.ops.toArray()).toEqual([]);
  const restored = modelServer();
  const next = await senderOf(store, restored);
  await requeueReceipts(store, 'three');
  await next.drain(world.clock);
  expect(await store.db.ops.toArray()).toEqual([]);
  expect(restored.effects.at(-1)?.input).toMatchObject({ restricted: true, reason: REASON_NOT_KEPT });
});
