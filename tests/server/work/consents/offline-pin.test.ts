import 'fake-indexeddb/auto';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { Procedure } from '#domain/library/procedure.ts';
import { Template } from '#domain/templates/library-template.ts';
import { readCase, readConsentView } from '#store/views/cases.ts';
import { saveCatalog } from '#store/db/catalog.ts';
import { readConsent } from '#store/views/consents.ts';
import { saveLibraryEntries } from '#store/entities/library.ts';
import { outboxItems } from '#store/outbox/list.ts';
import type { StoredSection } from '#domain/library/stored-section.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { readPatient } from '#store/views/patients.ts';
import { EMPTY_LIBRARY } from '#store/entities/library.ts';
import { toTicketView } from '#store/views/ticket.ts';
import { readPinned } from '#store/entities/pinned.ts';
import { saveProfile } from '#store/session/profile.ts';
import type { Store } from '#store/session/store.ts';
import { saveStrokes } from '#store/entities/strokes.ts';
import { createConsent, createPatient, saveDraft, sendConsent, signConsent, startHandover } from '#tests/store/app-calls.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/server/app.ts';
import { procedureId, signIn, templateId, wave, type Caller } from '#tests/support/forms/builders.ts';
import { capacityWithSecondOpinion, DEMO_DAUGHTER } from '#tests/support/forms/form-4.ts';
import { renewLibrary } from '#tests/support/forms/renewed-library.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { senderOf, type Sender } from '#tests/store/sender-setup.ts';
import { demoPerson, openDemoStore, openWorld, type World } from '#tests/store/world.ts';

// Both real ends in one process: what the tablet pins without a network, the server must pin when it hears of it.
let app: TestApp;
let staff: Caller & { token: string };
let world: World;
let store: Store;
let sender: Sender;
let cataract: Procedure;
let template: Template;

beforeAll(async () => {
  app = await openTestApp();
  staff = await signIn(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  world = openWorld();
  world.clock.now = TEST_NOW;
  const onTablet = await signIn(app);
  const { user } = await onTablet.call('userMe', {});
  const deviceId = world.env.newId();
  const { share } = await onTablet.call('userDevice', { deviceId, name: 'Demo tablet', unsent: 0 });
  const organisationId = user.organisation[0]!._id;
  store = {
    ...(await openDemoStore(world, demoPerson({ userId: user._id, email: user.email, organisationId, share }))),
    deviceId,
  };
  sender = await senderOf(store, { network: () => app.wire().fetch });
  sender.session = onTablet.token;
  cataract = (await staff.call('procedureGetDetails', { id: await procedureId(staff) })).data;
  const templates = (await staff.call('templatesGet', { limit: 100 })).data.records;
  template = templates.find(({ _id }) => _id === wanted)!;
  await saveProfile(store, user);
  const at = world.clock.now;
  await saveCatalog(store.device, { subject: 'procedures', organisationId }, { value: [cataract], at });
  await saveCatalog(store.device, { subject: 'templates', organisationId }, { value: templates, at });
});
afterEach(() => store.db.close());
let wanted = '';
beforeAll(async () => {
  wanted = await templateId(staff);
});

async function draftHere(sections?: StoredSection[]): Promise<{ patientID: string; consentID: string; recordID: string }> {
  const patient = { firstName: 'Amber', lastName: 'Demo-Rowan', dateOfBirth: '1950-03-14', hospitalNumber: 'D 1234' };
  const patientID = await createPatient(store, patient);
  const ids = await createConsent(store, { patientID, formType: 'FORM_1' });
  const [first, ...risks] = cataract.risks;
  const chosen = {
    procedureID: cataract.procedureID,
    libraryVersion: cataract.version,
    side: 'RIGHT' as const,
    risks,
    removedRisks: [{ name: first!.name, reason: 'Already removed' }],
    ...(sections && { sections }),
  };
  await saveLibraryEntries(store, [chosen]);
  await saveDraft(store, ids.consentID, {
    templateID: template._id,
    procedures: [chosen],
    mattersToMe: 'My garden',
    interpreterNeeded: true,
    interpreter: { name: 'Demo Interpreter', language: 'Polish', signsHere: true },
    clinicianStatement: { discussed: true, capacity: true },
  });
  return { patientID, ...ids };
}

test('own sections of the profile are pinned without a network, and taken although their author has changed them since', async () => {
  const id = world.env.newId();
  const section = { id, title: 'Going home', nodes: [{ type: 'paragraph' as const, children: [{ text: 'Rest.' }] }] };
  await staff.call('procedureAddSection', { id: cataract.procedureID, section });
  const { patientID, consentID, recordID } = await draftHere([section]);
  await sendConsent(store, consentID);
  const here = (await readCase(store, recordID))!.consents[0]!;
  expect(here.procedures[0]?.sections).toEqual([section]);
  expect((await ticketFor({ consentID, patientID }, 'PATIENT'))!.consent.procedures[0]?.sections).toEqual([section]);
  await staff.call('procedureAddSection', { id: cataract.procedureID, section: { id }, revision: 1 });
  await sender.drain(world.clock);
  expect(await left()).toEqual([]);
  const { consent } = await onServer(recordID);
  expect(consent.procedures).toEqual(here.procedures);
  expect(consent.contentDigest).toBe(here.contentDigest);
});

/** The signer's details, made from the local rows as the page of the handover makes them. */
async function ticketFor({ consentID, patientID }: { consentID: string; patientID: string }, role: SignerRole) {
  const [consent, local, pinned] = await Promise.all([
    readConsentView(store, consentID),
    readPatient(store, patientID),
    readPinned(store, consentID),
  ]);
  const organisation = { name: 'Demo General Hospital', timeZone: 'Europe/London' };
  return toTicketView({ consent: consent!, patient: local!.patient, pinned, role, organisation, library: EMPTY_LIBRARY });
}

const left = async () =>
  (await outboxItems(store.db)).map(({ call, state, error }) => `${call} ${state} ${error?.message ?? ''}`);

async function onServer(recordID: string) {
  const { data } = await staff.call('recordDetails', { id: recordID });
  return { ...data, consent: data.consents[0]! };
}

const PINNED = [
  'content',
  'templateID',
  'templateVersion',
  'procedures',
  'recipients',
  'statements',
  'contentDigest',
] as const satisfies (keyof Consent)[];

test('what the tablet pins is what the server pins: content, signers, sentences and digest', async () => {
  const { consentID, recordID } = await draftHere();
  const before = (await readCase(store, recordID))!.consents[0]!;
  expect(before).toMatchObject({ status: 'DRAFT', missing: [], content: template.data, local: { isUnsent: true } });
  await sendConsent(store, consentID);
  const here = (await readCase(store, recordID))!.consents[0]!;
  await sender.drain(world.clock);
  expect(await left()).toEqual([]);
  const { consent, record } = await onServer(recordID);
  expect(consent.contentDigest).toMatch(/^[0-9a-f]{64}$/);
  const pinned = (of: typeof consent) => Object.fromEntries(PINNED.map((field) => [field, of[field]]));
  expect(pinned(here)).toEqual(pinned(consent));
  expect(here.recipients.map(({ role }) => role)).toEqual(['PATIENT', 'CLINICIAN', 'INTERPRETER']);
  expect(record.status).toBe('SENT');
  // Now that the server's copy says the same, the tablet's own pin is of no use any more.
  const after = await readCase(store, recordID);
  expect(after!.consents[0]!.contentDigest).toBe(consent.contentDigest);
  expect(await readPinned(store, consentID)).toBeNull();
});

test('a Form 4 too: who cannot decide is no signer, and the second opinion is signed under another account', async () => {
  const { records } = (await staff.call('templatesGet', { search: 'FORM_4' })).data;
  const [form4] = records;
  const at = world.clock.now;
  const { organisationId } = store.vault;
  await saveCatalog(store.device, { subject: 'templates', organisationId }, { value: records, at });
  const { consentID, recordID } = await draftHere();
  await saveDraft(store, consentID, {
    formType: 'FORM_4',
    templateID: form4!._id,
    interpreterNeeded: false,
    interpreter: null,
    capacity: capacityWithSecondOpinion({ people: { consulted: [{ ...DEMO_DAUGHTER, signs: true }] } }),
    clinicianStatement: { discussed: true, capacity: false },
  });
  await sendConsent(store, consentID);
  const here = (await readCase(store, recordID))!.consents[0]!;
  await sender.drain(world.clock);
  expect(await left()).toEqual([]);
  const { consent } = await onServer(recordID);
  const pinned = (of: typeof consent) => Object.fromEntries([...PINNED, 'shown' as const].map((field) => [field, of[field]]));
  expect(pinned(here)).toEqual(pinned(consent));
  expect(here.shown).toMatchObject({ shownVersion: 2, formType: 'FORM_4', capacity: { bestInterests: { objects: true } } });
  expect(here.recipients.map(({ role, required }) => [role, required])).toEqual([
    ['CLINICIAN', true],
    ['CONSULTEE', false],
    ['SECOND_OPINION', true],
  ]);
});

test('newer versions of template and procedure in between change nothing of what was pinned', async () => {
  const { consentID, recordID } = await draftHere();
  // The tablet fetches the renewed catalogue after the draft was made, and before it is made ready.
  await renewLibrary(app, { procedure: cataract, template });
  const { organisationId } = store.vault;
  const renewed = { ...cataract, version: cataract.version + 1, procedureName: `${cataract.procedureName} (renewed)`, risks: [] };
  await saveCatalog(store.device, { subject: 'procedures', organisationId }, { value: [renewed], at: world.clock.now });
  await sendConsent(store, consentID);
  const pinned = (await readPinned(store, consentID))!;
  expect(pinned.templateVersion).toBe(template.version);
  await sender.drain(world.clock);
  expect(await left()).toEqual([]);
  const { consent } = await onServer(recordID);
  expect(consent).toMatchObject({
    contentDigest: pinned.contentDigest,
    templateVersion: template.version,
    content: template.data,
    procedures: [{ libraryVersion: cataract.version, procedureName: cataract.procedureName }],
  });
});

test('a form that is signed on the tablet by both is signed on the server, though nothing was asked in between', async () => {
  const ids = await draftHere();
  const { consentID, recordID } = ids;
  await saveDraft(store, consentID, { interpreterNeeded: false, interpreter: null });
  await sendConsent(store, consentID);
  const handoverId = await startHandover(store, consentID, 'PATIENT');
  const ticket = (await ticketFor(ids, 'PATIENT'))!;
  expect(ticket).toMatchObject({
    patient: { firstName: 'Amber', hospitalNumber: 'D 1234' },
    consent: { visibilityType: 'sign', clinicianStatement: { note: '' }, Timeline: [], signatures: [] },
  });
  expect(await ticketFor(ids, 'WITNESS')).toBeNull();
  const ink = await saveStrokes(store, consentID, wave());
  const { contentDigest } = ticket;
  const at = (minute: number) => new Date(TEST_NOW + minute * 60_000).toISOString();
  await signConsent(
    store,
    {
      consentID,
      role: 'PATIENT',
      name: 'Amber Demo-Rowan',
      method: 'DRAWN',
      statement: ticket.statement,
      contentDigest,
      capturedAt: at(1),
      handoverId,
    },
    ink,
  );
  const waiting = (await readCase(store, recordID))!;
  expect(waiting.consents[0]).toMatchObject({ status: 'PARTIALLY_SIGNED', local: { allSignedAt: null } });
  expect(waiting.record.current!.waitingFor).toEqual(['CLINICIAN']);
  await signConsent(store, {
    consentID,
    role: 'CLINICIAN',
    name: 'Demo Clinician',
    method: 'TYPED',
    typedName: 'Demo Clinician',
    statement: waiting.consents[0]!.statements['CLINICIAN']!,
    contentDigest,
    capturedAt: at(2),
  });
  const done = (await readCase(store, recordID))!;
  // Only the server says that a consent is signed.
  expect(done.consents[0]).toMatchObject({ status: 'PARTIALLY_SIGNED', sealState: 'NONE', local: { allSignedAt: at(2) } });
  expect(done.timeline.map(({ type }) => type)).toEqual([
    'CASE_CREATED',
    'CONSENT_CREATED',
    'CONSENT_COMPLETED',
    'CONSENT_SENT',
    'HANDOVER_STARTED',
    'SIGNED',
    'SIGNED',
  ]);
  app.clock.advance(20 * 60_000);
  await sender.drain(world.clock);
  expect(await left()).toEqual([]);
  await app.doJobs();
  const { record, consent } = await onServer(recordID);
  expect(record).toMatchObject({ status: 'SIGNED', versions: 1 });
  expect(consent.signatures.map(({ capturedAt }) => capturedAt)).toEqual([at(1), at(2)]);
  expect((await readConsent(store, consentID))!.state).toBe('synced');
});
