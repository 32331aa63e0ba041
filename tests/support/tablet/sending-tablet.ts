import 'fake-indexeddb/auto';
import { call } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import { outboxItems } from '#store/outbox/list.ts';
import { pullChanges } from '#store/sync/pull.ts';
import { saveTicketReceipts } from '#store/sync/ticket-receipts.ts';
import { readConsent } from '#store/views/consents.ts';
import { createConsent, createPatient, saveDraft, sendConsent, signConsent, withdrawConsent } from '#tests/store/app-calls.ts';
import { senderOf } from '#tests/store/sender-setup.ts';
import { demoPerson, openDemoStore, openWorld } from '#tests/store/world.ts';
import { handOver, inked, procedureId, signIn, templateId, type Reached } from '#tests/support/forms/builders.ts';

/** A clinician's tablet whose server may be replaced by a restored one. @param now - of its clock, epoch ms */
export async function sendingTablet(first: Reached, now: number) {
  const world = openWorld();
  world.clock.now = now;
  let server = first;
  let staff = await signIn(first);
  const { user } = await staff.call('userMe', {});
  const deviceId = world.env.newId();
  const { share } = await staff.call('userDevice', { deviceId, name: 'Demo tablet', unsent: 0 });
  const person = demoPerson({ userId: user._id, email: user.email, organisationId: user.organisation[0]!._id, share });
  const store = { ...(await openDemoStore(world, person)), deviceId };
  const reach: typeof fetch = (request, init) => {
    const { fetch: real, root } = server.wire();
    return real(String(request).replace(/^\/api/, root), init);
  };
  const sender = await senderOf(store, { network: () => reach });
  // A server in its own process answers within milliseconds: a hanging request is given up as late as in the product.
  const timer: typeof sender.timer = (ms, run) => {
    const handle = setTimeout(run, ms);
    return () => clearTimeout(handle);
  };
  Object.assign(sender, { timer });
  sender.session = staff.token;
  const send = async () => {
    await sender.drain(world.clock);
    world.clock.now += 1000;
  };
  const pull = () =>
    pullChanges(store, (since) => call(calls.syncChanges, since === undefined ? {} : { since }, server.wire(staff.token)));
  return {
    send,
    pull,
    /** The unsent ops on the tablet, in words. */
    waiting: async () =>
      (await outboxItems(store.db)).map(({ call: name, state, error }) => `${name} ${state} ${error?.message ?? ''}`),
    /** The patient withdraws, on the tablet alone. */
    withdraw: (consentID: string) => withdrawConsent(store, consentID, 'Demo reason'),
    /** The tablet meets another server, and its owner signs in there. */
    meet: async (other: Reached) => {
      server = other;
      staff = await signIn(other);
      await staff.call('userDevice', { deviceId, name: 'Demo tablet', unsent: 0 });
      sender.session = staff.token;
      return staff;
    },
    /** A new patient's consent, signed by the patient by ticket as the signer's page does it, and by the clinician. */
    signForm: async () => {
      const lastName = `Demo-Restored-${world.env.newId().slice(-8)}`;
      const patientID = await createPatient(store, { firstName: 'Amber', lastName, dateOfBirth: '1950-03-14' });
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
      await pull();
      const holder = await handOver(server, staff, { consentID });
      const own = { role: 'PATIENT', handoverId: holder.handoverId } as const;
      const [started, identified, signed] = [world.env.newId(), world.env.newId(), world.env.newId()];
      const identity = { consentID, confirmed: true, ...own };
      await holder.call('recordIdentity', identity, identified);
      const capturedAt = new Date(world.clock.now).toISOString();
      const signature = { ...inked(holder.details, { capturedAt }), ...own };
      await holder.call('recordSign', signature, signed);
      await saveTicketReceipts(store, consentID, [
        { call: 'consentSendToSign', key: started, input: { consentID, ...own, isUnderWay: true } },
        { call: 'recordIdentity', key: identified, input: identity },
        { call: 'recordSign', key: signed, input: signature },
      ]);
      world.clock.now += 1000;
      await pull();
      const shown = (await readConsent(store, consentID))!.consent.server!;
      const name = 'Demo Clinician';
      const clinician = { role: 'CLINICIAN', name, method: 'TYPED', typedName: name } as const;
      const statement = shown.statements['CLINICIAN']!;
      const digest = { contentDigest: shown.contentDigest!, capturedAt: new Date(world.clock.now).toISOString() };
      await signConsent(store, { consentID, ...clinician, statement, ...digest });
      await send();
      return { patientID, consentID, recordID };
    },
    close: () => store.db.close(),
  };
}
