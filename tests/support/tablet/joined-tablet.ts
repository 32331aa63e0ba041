import { call } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import type { TicketDetails } from '#contract/signing.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import { confirmationOf } from '#tests/support/forms/confirmation.ts';
import { saveCatalog } from '#store/db/catalog.ts';
import type { DraftFields } from '#store/entities/types.ts';
import { readPinned } from '#store/entities/pinned.ts';
import { readLibrary, saveLibraryEntries } from '#store/entities/library.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { outboxItems } from '#store/outbox/list.ts';
import { saveProfile } from '#store/session/profile.ts';
import { pullChanges } from '#store/sync/pull.ts';
import type { Store } from '#store/session/store.ts';
import { readCase, readConsentView } from '#store/views/cases.ts';
import { readPatient } from '#store/views/patients.ts';
import { toTicketView } from '#store/views/ticket.ts';
import { createConsent, createPatient, saveDraft, sendConsent } from '#tests/store/app-calls.ts';
import { senderOf } from '#tests/store/sender-setup.ts';
import { demoPerson, openDemoStore, openWorld } from '#tests/store/world.ts';
import { TEST_NOW, type TestApp } from '#tests/support/server/app.ts';
import { procedureId, signIn } from '#tests/support/forms/builders.ts';

type OwnSignature = Partial<Parameters<typeof enqueueSignature>[1]>;
type Ids = { readonly consentID: string; readonly patientID: string; readonly recordID: string };
type Signer = { readonly role: SignerRole; readonly order?: number; readonly languages?: TicketDetails['languages'] };

/** A tablet without a network, with all templates and one procedure, and the real server to which it sends at the end. */
export async function joinedTablet(app: TestApp, search: string) {
  const world = openWorld();
  world.clock.now = TEST_NOW;
  const staff = await signIn(app);
  const { user } = await staff.call('userMe', {});
  const deviceId = world.env.newId();
  const { share } = await staff.call('userDevice', { deviceId, name: 'Demo tablet', unsent: 0 });
  const organisationId = user.organisation[0]!._id;
  const person = demoPerson({ userId: user._id, email: user.email, organisationId, share });
  const { settings } = await staff.call('config', {});
  const store: Store = { ...(await openDemoStore(world, person)), deviceId, confirmSettings: () => settings };
  const sender = await senderOf(store, { network: () => app.wire().fetch });
  sender.session = staff.token;
  const procedure = (await staff.call('procedureGetDetails', { id: await procedureId(staff, search) })).data;
  const templates = (await staff.call('templatesGet', { limit: 100 })).data.records;
  await saveProfile(store, user);
  const at = world.clock.now;
  await saveCatalog(store.device, { subject: 'procedures', organisationId }, { value: [procedure], at });
  await saveCatalog(store.device, { subject: 'templates', organisationId }, { value: templates, at });
  let minute = 0;
  const nextMinute = () => new Date(TEST_NOW + (minute += 1) * 60_000).toISOString();
  const view = async (consentID: string) => (await readConsentView(store, consentID))!;
  /** The signer's form, made from the local rows as the page of the handover makes it. */
  const ticketFor = async ({ consentID, patientID }: Ids, { role, order: signingOrder, languages }: Signer) => {
    const [consent, local, pinned, library] = await Promise.all([
      view(consentID),
      readPatient(store, patientID),
      readPinned(store, consentID),
      readLibrary(store),
    ]);
    const organisation = { name: 'Demo General Hospital', timeZone: 'Europe/London' };
    return toTicketView({ consent, patient: local!.patient, pinned, role, signingOrder, organisation, languages, library });
  };
  const handOver = async (ids: Ids, signer: Signer) => {
    const handoverId = store.env.newId();
    const { role, order: signing_order } = signer;
    const own = { role, ...(signing_order === undefined ? {} : { signing_order }), handoverId };
    await enqueue(store, { call: 'consentSendToSign', input: { consentID: ids.consentID, ...own } });
    return { own, ticket: (await ticketFor(ids, signer))! };
  };
  return {
    store,
    staff,
    view,
    ticketFor,
    handOver,
    /** A form that is ready to sign on this tablet alone. */
    send: async (formType: FormType, { born, ...fields }: DraftFields & { born: string }): Promise<Ids> => {
      const patientID = await createPatient(store, { firstName: 'Amber', lastName: 'Demo-Rowan', dateOfBirth: born });
      const ids = await createConsent(store, { patientID, formType });
      const template = templates.find((each) => each.formType === formType)!;
      const chosen = chosenOf(procedure);
      await saveLibraryEntries(store, [chosen]);
      await saveDraft(store, ids.consentID, {
        templateID: template._id,
        procedures: [chosen],
        interpreterNeeded: false,
        clinicianStatement: { discussed: true, capacity: true },
        ...fields,
      });
      await sendConsent(store, ids.consentID);
      return { ...ids, patientID };
    },
    /** One signer signs with a typed name in a handover of their own. */
    sign: async (ids: Ids, signer: Signer, change: OwnSignature = {}) => {
      const { own, ticket } = await handOver(ids, signer);
      const name = [...ticket.recipients, ...(ticket.consent.addedSigners ?? [])].find(
        ({ signing_order }) => signing_order === ticket.signing_order,
      )!.recipient_name;
      const { statement, contentDigest } = ticket;
      const typed = change.method === undefined ? { method: 'TYPED' as const, typedName: name } : {};
      await enqueueSignature(store, {
        consentID: ids.consentID,
        ...own,
        name,
        statement,
        contentDigest,
        capturedAt: nextMinute(),
        method: 'TYPED',
        ...typed,
        ...change,
      });
    },
    decline: async (ids: Ids, signer: Signer, reason: string) => {
      const { own } = await handOver(ids, signer);
      await enqueue(store, { call: 'recordDecline', input: { consentID: ids.consentID, ...own, reason } });
    },
    signAsClinician: async ({ consentID }: Ids) => {
      const { statements, contentDigest } = await view(consentID);
      const name = 'Demo Clinician';
      await enqueueSignature(store, {
        consentID,
        role: 'CLINICIAN',
        name,
        method: 'TYPED',
        typedName: name,
        statement: statements['CLINICIAN']!,
        contentDigest: contentDigest!,
        capturedAt: nextMinute(),
      });
    },
    /** The clinician confirms a version on the day of surgery: nothing has changed. */
    confirm: async (consentID: string) => {
      const input = confirmationOf(await view(consentID), { at: app.clock.now(), clockOffset: 250 });
      await enqueue(store, { call: 'recordConfirm', input });
    },
    /** Fetches all changes of the server. */
    pull: () =>
      pullChanges(store, (since) => call(calls.syncChanges, since === undefined ? {} : { since }, app.wire(staff.token))),
    localCase: async ({ recordID }: Ids) => (await readCase(store, recordID))!,
    /** Sends everything. @returns the rest of the queue, and the case as the server has it */
    replay: async ({ recordID }: Ids) => {
      app.clock.advance(20 * 60_000);
      await sender.drain(world.clock);
      const left = (await outboxItems(store.db)).map(({ call, state, error }) => `${call} ${state} ${error?.message ?? ''}`);
      const { data } = await staff.call('recordDetails', { id: recordID });
      return { left, record: data, consent: data.consents[0]! };
    },
    close: () => store.db.close(),
  };
}

function chosenOf({ procedureID, version, risks, sideRequired, anaestheticDefault = [] }: Procedure) {
  const side = sideRequired ? { side: 'RIGHT' as const } : {};
  return { procedureID, ...side, libraryVersion: version, risks, anaesthetic: anaestheticDefault ?? [] };
}

async function enqueueSignature(
  store: Store,
  input: Parameters<typeof enqueue<'recordSign'>>[1] extends { input: infer I } ? I : never,
): Promise<void> {
  await enqueue(store, { call: 'recordSign', input });
}
