import 'fake-indexeddb/auto';
import { EPOCH_HEADER, type Change } from '#contract/sync.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { outboxItems } from '#store/outbox/list.ts';
import type { Store } from '#store/session/store.ts';
import { pullChanges, saveCopies } from '#store/sync/pull.ts';
import { queueEpoch } from '#store/sync/receipts.ts';
import { expect, test as base } from 'vitest';
import {
  createConsent,
  createPatient,
  signConsent,
  startHandover,
  updatePatient,
  withdrawConsent,
} from '#tests/store/app-calls.ts';
import { pages, patientChange } from '#tests/store/change-pages.ts';
import { demoConsent, demoPatient } from '#tests/store/demo-entities.ts';
import { fetchConsent } from '#tests/store/fetched-consent.ts';
import { modelServer, type ModelServer } from '#tests/store/model-server.ts';
import { opsInOrder, opStates } from '#tests/store/outbox-rows.ts';
import { senderOf, type Sender } from '#tests/store/sender-setup.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

/** A tab that sends to a server whose answers name an epoch; null: a server of a build before, whose answers name none. */
async function tabOf(store: Store, server: ModelServer, epoch: string | null): Promise<Sender> {
  const sender = await senderOf(store, server);
  const { fetch } = sender;
  Object.assign(sender, {
    fetch: (async (...args) => {
      if (epoch === null) return fetch(...args);
      const queuedFor = new Headers(args[1]?.headers).get(EPOCH_HEADER);
      const { status, body } = server.failure(425, 'RESTORED');
      const isOld = queuedFor !== null && queuedFor !== epoch;
      const answer = isOld
        ? new Response(JSON.stringify(body), { status, headers: { 'x-app': 'consent' } })
        : await fetch(...args);
      answer.headers.set(EPOCH_HEADER, epoch);
      return answer;
    }) satisfies typeof globalThis.fetch,
  });
  return sender;
}

/** A patient and a form that the first server has, each with a receipt here. */
async function sentForm(store: Store, sender: Sender, clock: { now: number }) {
  const patientID = await createPatient(store);
  const { consentID } = await createConsent(store, { patientID, formType: 'FORM_1' });
  await sender.drain(clock);
  clock.now += 1000;
  return { patientID, consentID };
}

test.for([1, 12])(
  'what waits goes after what was lost, though it was sent before the restore was known: %i patients',
  async (count, { world, store, server }) => {
    let heard = 0;
    const tablet = { ...store, onRestored: () => void (heard += 1) };
    const before = await tabOf(tablet, server, 'one');
    const forms: { patientID: string; consentID: string }[] = [];
    for (let nth = 0; nth < count; nth += 1) forms.push(await sentForm(tablet, before, world.clock));
    for (const { consentID } of forms) await withdrawConsent(tablet, consentID, 'Changed their mind');
    const restored = modelServer();
    const after = await tabOf(tablet, restored, 'two');
    expect((await after.pass()).halt).toEqual({ kind: 'restored' });
    expect(new Set((await opsInOrder(tablet)).map(({ state }) => state)), 'nobody is asked').toEqual(new Set(['queued']));
    const calls = (await opsInOrder(tablet)).map(({ call }) => call);
    expect(calls.indexOf('recordWithdraw'), 'after all that was sent').toBe(2 * count);
    await after.drain(world.clock);
    expect(await opStates(tablet)).toEqual([]);
    expect(restored.effects.map(({ call }) => call).toSorted()).toEqual(
      forms.flatMap(() => ['consentCreate', 'patientCreate', 'recordWithdraw']).toSorted(),
    );
    for (const { consentID } of forms) expect(restored.consents.get(consentID)?.status).toBe('WITHDRAWN');
    expect(restored.doubled()).toBe(0);
    // The pull hears of it as well, and nobody is told twice.
    await pullChanges(tablet, pages({ dataEpoch: 'two' }).fetchPage);
    expect([heard, await opStates(tablet)]).toEqual([1, []]);
  },
);

test('what was refused because its ground was lost goes again behind that ground, by itself', async ({
  world,
  store,
  server,
}) => {
  const before = await tabOf(store, server, 'one');
  const { consentID, patientID } = await sentForm(store, before, world.clock);
  await withdrawConsent(store, consentID, 'Changed their mind');
  const restored = modelServer();
  // Of a build before, and so not told in time.
  const silent = await tabOf(store, restored, null);
  await silent.drain(world.clock);
  expect((await outboxItems(store.db)).map(({ call, error }) => [call, error?.code])).toEqual([['recordWithdraw', 'NOT_FOUND']]);
  const other = await createPatient(store);
  restored.refuseWith((_, { id }) => (id === other ? restored.failure(404, 'NOT_FOUND') : undefined));
  await silent.drain(world.clock);
  await pullChanges(store, pages({ dataEpoch: 'one' }).fetchPage);
  await pullChanges(store, pages({ dataEpoch: 'two' }).fetchPage);
  await silent.drain(world.clock);
  expect(restored.consents.get(consentID)?.status).toBe('WITHDRAWN');
  expect(restored.patients.has(patientID)).toBe(true);
  expect(await opStates(store), 'what has no ground here waits for its person').toEqual(['patientCreate review']);
});

test.for(['a pull', 'a look at the case'])(
  'a signature on a form of another tablet waits, and goes by itself once %s shows that the server has the form again',
  async (how, { world, store, sender, server }) => {
    let returns = 0;
    const tablet = { ...store, onReturned: () => void (returns += 1) };
    const { patientID, ...ids } = await fetchConsent(tablet, { status: 'SENT', version: 3 });
    const patient = demoPatient({ id: patientID });
    const form = demoConsent({ ...ids, patientID, status: 'SENT', version: 3 });
    const handoverId = await startHandover(tablet, ids.consentID, 'PATIENT');
    const capturedAt = new Date(world.clock.now).toISOString();
    const words = {
      name: 'Amber Demo-Rowan',
      typedName: 'Amber Demo-Rowan',
      statement: 'I agree',
      contentDigest: 'd'.repeat(64),
    };
    await signConsent(tablet, { consentID: ids.consentID, role: 'PATIENT', method: 'TYPED', handoverId, capturedAt, ...words });
    await sender.drain(world.clock);
    expect((await outboxItems(tablet.db)).map(({ call, state, error }) => [call, state, error?.code])).toEqual([
      ['consentSendToSign', 'review', 'NOT_FOUND'],
      ['recordSign', 'blocked', undefined],
    ]);
    const changes: Change[] = [
      { entity: 'patient', id: patientID, version: patient.version, data: patient },
      { entity: 'consent', id: ids.consentID, version: 3, data: form },
    ];
    const show = (brought: Change[]) =>
      how === 'a pull' ? pullChanges(tablet, pages({ changes: brought }).fetchPage) : saveCopies(tablet, brought, null);
    await show([patientChange({ id: store.env.newId() })]);
    expect([returns, (await opsInOrder(tablet))[0]?.state], 'other news brings nothing').toEqual([0, 'review']);
    server.patients.set(patientID, patient);
    server.consents.set(ids.consentID, form);
    await show(changes.slice(1));
    expect(returns, 'the queue is woken').toBe(1);
    await sender.drain(world.clock);
    expect(await opStates(tablet)).toEqual([]);
    expect(server.consents.get(ids.consentID)?.status).toBe('PARTIALLY_SIGNED');
  },
);

test('a change of a version that the restored server does not have is asked about, after what was sent before', async ({
  world,
  store,
  server,
}) => {
  const before = await tabOf(store, server, 'one');
  // The backup has what was sent up to here, with its keys.
  const restored = modelServer();
  const backup = restored.network(() => 'none');
  const { fetch } = before;
  Object.assign(before, {
    fetch: (async (...args) => {
      await backup(...args);
      return fetch(...args);
    }) satisfies typeof globalThis.fetch,
  });
  const { patientID } = await sentForm(store, before, world.clock);
  Object.assign(before, { fetch });
  await updatePatient(store, patientID, { phoneNumber: '01632 960001' });
  await before.drain(world.clock);
  world.clock.now += 1000;
  await updatePatient(store, patientID, { phoneNumber: '01632 960002' });
  // A colleague has changed the same field since the restore.
  const patient = restored.patients.get(patientID)!;
  restored.patients.set(patientID, { ...patient, phoneNumber: '01632 960099', version: 2 });
  const after = await tabOf(store, restored, 'two');
  await after.drain(world.clock);
  const states = await opStates(store);
  expect(states.some((each) => each === 'patientUpdate conflict')).toBe(true);
  expect(restored.patients.get(patientID)?.phoneNumber).toBe('01632 960099');
});

test('the first epoch that a tablet hears of restores nothing, and the same one holds nothing up', async ({
  world,
  store,
  server,
}) => {
  const sender = await tabOf(store, server, 'one');
  await sentForm(store, sender, world.clock);
  expect(await queueEpoch(store.db)).toBe('one');
  await createPatient(store);
  expect(await sender.pass()).toMatchObject({ halt: null, answered: 1 });
  expect(server.doubled()).toBe(0);
});

test('a form whose calls were all sent stays one form where the restored server has it still', async ({
  world,
  store,
  server,
}) => {
  const before = await tabOf(store, server, 'one');
  const { consentID } = await sentForm(store, before, world.clock);
  await enqueue(store, { call: 'consentUpdate', input: { consentID, mattersToMe: 'Reading' } });
  const after = await tabOf(store, server, 'two');
  await after.drain(world.clock);
  expect(await opStates(store)).toEqual([]);
  expect(server.effects.map(({ call }) => call)).toEqual(['patientCreate', 'consentCreate', 'consentUpdate']);
});
