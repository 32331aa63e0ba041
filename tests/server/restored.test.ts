import 'fake-indexeddb/auto';
import { call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { renewDataEpoch } from '#server/data/data-epoch.ts';
import { openDemoStore, demoPerson, openWorld } from '#tests/store/world.ts';
import { keepTicketReceipts } from '#store/sync/ticket-receipts.ts';
import { outboxItems } from '#store/outbox/list.ts';
import { pullChanges } from '#store/sync/pull.ts';
import { senderOf } from '#tests/store/sender-setup.ts';
import { createConsent, createPatient, saveDraft, sendConsent, signConsent } from '#tests/store/app-calls.ts';
import { readConsent } from '#store/views/consents.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app.ts';
import { handOver, inked, procedureId, signIn, templateId } from '#tests/support/builders.ts';
import { useTestApp } from '#tests/support/use-test-app.ts';
import { expect, test } from 'vitest';

// Two servers on copies of one database: what the tablet does with the first, the second knows nothing of, as after a restored backup.
let restored: TestApp | undefined;
const app = useTestApp(async () => {
  restored = await openTestApp();
  await renewDataEpoch(restored.database.db, restored.deps.newId());
});

test('signatures given after the backup, by ticket and by the clinician, come back from the tablet, once', async () => {
  const after = restored!;
  const world = openWorld();
  world.clock.now = TEST_NOW;
  const staff = await signIn(app);
  const { user } = await staff.call('userMe', {});
  const deviceId = world.env.newId();
  const { share } = await staff.call('userDevice', { deviceId, name: 'Demo tablet', unsent: 0 });
  const person = demoPerson({ userId: user._id, email: user.email, organisationId: user.organisation[0]!._id, share });
  const store = { ...(await openDemoStore(world, person)), deviceId };
  let server: TestApp = app;
  const sender = await senderOf(store, {
    network:
      () =>
      (...request) =>
        server.wire().fetch(...request),
  });
  sender.session = staff.token;
  const pull = (token: string) =>
    pullChanges(store, (since) => call(calls.syncChanges, since === undefined ? {} : { since }, server.wire(token)));

  const send = async () => {
    await sender.drain(world.clock);
    world.clock.now += 1000;
  };
  const patientID = await createPatient(store, { firstName: 'Amber', lastName: 'Demo-Restored', dateOfBirth: '1950-03-14' });
  await send();
  const { consentID, recordID } = await createConsent(store, { patientID, formType: 'FORM_1' });
  await send();
  await saveDraft(store, consentID, {
    templateID: await templateId(staff),
    procedures: [{ procedureID: await procedureId(staff), side: 'RIGHT' }],
    clinicianStatement: { discussed: true, capacity: true },
    interpreterNeeded: false,
  });
  await send();
  await sendConsent(store, consentID);
  await send();
  await pull(staff.token);

  // The patient signs with a network: the signer's page calls by ticket, and keeps receipts.
  const holder = await handOver(app, staff, { consentID });
  const { handoverId } = holder;
  const own = { role: 'PATIENT', handoverId } as const;
  const [started, identified, signed] = [world.env.newId(), world.env.newId(), world.env.newId()];
  const identity = { consentID, confirmed: true, ...own };
  await holder.call('recordIdentity', identity, identified);
  const signature = { ...inked(holder.details), ...own };
  await holder.call('recordSign', signature, signed);
  await keepTicketReceipts(store, consentID, [
    { call: 'consentSendToSign', key: started, input: { consentID, ...own, isUnderWay: true } },
    { call: 'recordIdentity', key: identified, input: identity },
    { call: 'recordSign', key: signed, input: signature },
  ]);
  world.clock.now += 1000;
  await pull(staff.token);
  const shown = (await readConsent(store, consentID))!.consent.server!;
  await signConsent(store, {
    consentID,
    role: 'CLINICIAN',
    name: 'Demo Clinician',
    method: 'TYPED',
    typedName: 'Demo Clinician',
    statement: shown.statements['CLINICIAN']!,
    contentDigest: shown.contentDigest!,
    capturedAt: new Date(world.clock.now).toISOString(),
  });
  await sender.drain(world.clock);
  expect((await staff.call('recordDetails', { id: recordID })).data.record.status).toBe('SIGNED');

  // The first server is lost. The tablet meets the restored one, where its owner signs in.
  server = after;
  const again = await signIn(after);
  await again.call('userDevice', { deviceId, name: 'Demo tablet', unsent: 0 });
  sender.session = again.token;
  await pull(again.token);
  expect((await outboxItems(store.db)).length).toBeGreaterThan(0);
  await sender.drain(world.clock);
  await pull(again.token);
  expect((await outboxItems(store.db)).map(({ call: name, state, error }) => `${name} ${state} ${error?.message ?? ''}`)).toEqual(
    [],
  );
  const { record, consents } = (await again.call('recordDetails', { id: recordID })).data;
  expect(record).toMatchObject({ status: 'SIGNED', patient: { id: patientID } });
  expect(consents[0]?.signatures.map(({ role }) => role).toSorted()).toEqual(['CLINICIAN', 'PATIENT']);
  const { chain, events } = (await again.call('recordTimeline', { id: recordID })).data;
  expect(chain.ok).toBe(true);
  expect(events.filter(({ type }) => type === 'SIGNED')).toHaveLength(2);

  // A server that has everything already, as after a move to another database, does nothing twice.
  await renewDataEpoch(after.database.db, after.deps.newId());
  await pull(again.token);
  await sender.drain(world.clock);
  expect(await outboxItems(store.db)).toEqual([]);
  const later = (await again.call('recordTimeline', { id: recordID })).data;
  expect(later.events.map(({ type }) => type)).toEqual(events.map(({ type }) => type));
  store.db.close();
  await after.close();
});
