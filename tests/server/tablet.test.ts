import 'fake-indexeddb/auto';
import { call } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import { pullChanges } from '#store/sync/pull.ts';
import { readConsent } from '#store/views/consents.ts';
import { outboxItems } from '#store/outbox/list.ts';
import { readPatient } from '#store/views/patients.ts';
import { openPatientSearch } from '#tests/support/people/patient-search.ts';
import type { Store } from '#store/session/store.ts';
import { saveStrokes } from '#store/entities/strokes.ts';
import {
  createConsent,
  createPatient,
  saveDraft,
  sendConsent,
  signConsent,
  startHandover,
  updatePatient,
} from '#tests/store/app-calls.ts';
import { TEST_NOW } from '#tests/support/server/app.ts';
import { procedureId, signIn, templateId, wave, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Fault } from '#tests/store/model-server.ts';
import { senderOf, type Sender } from '#tests/store/sender-setup.ts';
import { demoPerson, openDemoStore, openWorld, type World } from '#tests/store/world.ts';

// Both real ends in one process: the tablet's fetch is the server's own handler.
let staff: Caller & { token: string };
let world: World;
let store: Store;
let sender: Sender;
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});
beforeEach(async () => {
  ({ world, store, sender } = await openTablet());
});

async function openTablet(): Promise<{ world: World; store: Store; sender: Sender }> {
  const opened = openWorld();
  opened.clock.now = TEST_NOW;
  const onTablet = await signIn(app);
  const { user } = await onTablet.call('userMe', {});
  const deviceId = opened.env.newId();
  const { share } = await onTablet.call('userDevice', { deviceId, name: 'Demo tablet', unsent: 0 });
  const person = demoPerson({ userId: user._id, email: user.email, organisationId: user.organisation[0]!._id, share });
  const own = { ...(await openDemoStore(opened, person)), deviceId };
  const network = (plan: () => Fault): typeof fetch => {
    const reach = app.wire().fetch;
    return async (...given) => {
      const fault = plan();
      if (fault === 'doubled') await reach(...given);
      const answer = await reach(...given);
      if (fault === 'answerLost') throw new TypeError('Failed to fetch');
      return answer;
    };
  };
  const made = await senderOf(own, { network: (plan) => network(() => plan('')) });
  made.session = onTablet.token;
  return { world: opened, store: own, sender: made };
}

const draft = { firstName: 'Amber', lastName: 'Demo-Rowan', dateOfBirth: '1950-03-14' };
const left = async () =>
  (await outboxItems(store.db)).map(({ call: name, state, error }) => `${name} ${state} ${error?.message ?? ''}`);

async function wholeForm(): Promise<{ patientID: string; consentID: string; recordID: string }> {
  const patientID = await createPatient(store, draft);
  const ids = await createConsent(store, { patientID, formType: 'FORM_1' });
  await saveDraft(store, ids.consentID, {
    templateID: await templateId(staff),
    procedures: [{ procedureID: await procedureId(staff), side: 'RIGHT' }],
    clinicianStatement: { discussed: true, capacity: true },
    interpreterNeeded: false,
  });
  await sendConsent(store, ids.consentID);
  return { patientID, ...ids };
}

test.each([false, true])(
  'a consent made without a network is signed by both on the server, once, over a slow link: %s',
  async (slow) => {
    sender.slow = slow;
    const { patientID, consentID, recordID } = await wholeForm();
    const handoverId = await startHandover(store, consentID, 'PATIENT');
    sender.plan.push('answerLost', 'doubled', 'answerLost', 'doubled');
    await sender.drain(world.clock);
    expect(await left()).toEqual([]);
    const shown = (await readConsent(store, consentID))!.consent.server!;
    const signature = { consentID, contentDigest: shown.contentDigest!, capturedAt: '2026-08-06T14:04:30.000Z' };
    const ink = await saveStrokes(store, consentID, wave());
    const patient = {
      ...signature,
      role: 'PATIENT',
      name: 'Amber Demo-Rowan',
      method: 'DRAWN',
      statement: shown.statements['PATIENT']!,
    } as const;
    await signConsent(store, { ...patient, handoverId }, ink);
    const clinician = { role: 'CLINICIAN', name: 'Demo Clinician', method: 'TYPED', typedName: 'Demo Clinician' } as const;
    await signConsent(store, { ...signature, ...clinician, statement: shown.statements['CLINICIAN']! });
    sender.plan.push('answerLost', 'doubled');
    await sender.drain(world.clock);
    expect(await left()).toEqual([]);
    const { record, consents } = (await staff.call('recordDetails', { id: recordID })).data;
    expect(record).toMatchObject({ status: 'SIGNED', patient: { id: patientID } });
    expect(consents).toHaveLength(1);
    expect(consents[0]?.signatures.map(({ role }) => role).toSorted()).toEqual(['CLINICIAN', 'PATIENT']);
    expect(await readConsent(store, consentID)).toMatchObject({ state: 'synced', consent: { status: 'SIGNED' } });
    store.db.close();
  },
);

test('two tablets of one clinician: the second sees what the first made, and disjoint edits end in one patient', async () => {
  const other = await openTablet();
  const ask = (since: string | undefined) => call(calls.syncChanges, since === undefined ? {} : { since }, app.wire(staff.token));
  const id = await createPatient(store, { ...draft, lastName: 'Demo-Shared' });
  await sender.drain(world.clock);
  await pullChanges(other.store, ask);
  expect((await openPatientSearch(other.store)).search('demo-shared').map((card) => card.id)).toEqual([id]);
  await updatePatient(store, id, { phoneNumber: '01632 960001' });
  await updatePatient(other.store, id, { address: '1 Demo Street' });
  await sender.drain(world.clock);
  await other.sender.drain(other.world.clock);
  expect(await other.store.db.ops.count()).toBe(0);
  const { patient } = (await staff.call('patientGetDetails', { id })).data;
  expect(patient).toMatchObject({ phoneNumber: '01632 960001', address: '1 Demo Street', version: 3 });
  expect(await readPatient(other.store, id)).toMatchObject({ state: 'synced', patient: { phoneNumber: '01632 960001' } });
  store.db.close();
  other.store.db.close();
});

test('forty new patients arrive in envelopes, each once, though every answer is lost the first time', async () => {
  sender.slow = true;
  const name = `Demo-Envelope-${world.env.newId()}`;
  for (let nth = 0; nth < 40; nth += 1) await createPatient(store, { ...draft, lastName: name });
  sender.plan.push('answerLost');
  await sender.drain(world.clock);
  expect(await left()).toEqual([]);
  expect((await staff.call('patientGet', { search: name, limit: 100 })).data.total).toBe(40);
  store.db.close();
});
