import 'fake-indexeddb/auto';
import type { Recipient } from '#domain/consents/recipients.ts';
import { unseal, type Sealed } from '#store/crypto/seal.ts';
import { sealContextOf } from '#store/db/op.ts';
import { mergeNoteRow } from '#store/entities/merge-notes.ts';
import { savePinned } from '#store/entities/pinned.ts';
import { openSealed } from '#store/session/sealed-kv.ts';
import type { Store } from '#store/session/store.ts';
import { resolveConflict } from '#store/outbox/review.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import { ContactNotStored, enqueue } from '#store/outbox/enqueue.ts';
import { pullChanges, saveCopies } from '#store/sync/pull.ts';
import { readPatient } from '#store/views/patients.ts';
import { createConsent, createPatient, saveDraft, updatePatient } from '#tests/store/app-calls.ts';
import { pages, patientChange } from '#tests/store/change-pages.ts';
import { demoConsent, demoPatientDraft } from '#tests/store/demo-entities.ts';
import { modelServer } from '#tests/store/model-server.ts';
import { senderOf } from '#tests/store/sender-setup.ts';
import { openDemoStore, openWorld } from '#tests/store/world.ts';
import { expect, test } from 'vitest';

const CANARY = 'canary-7f3a';
const CONTACT = { emailAddress: `${CANARY}@example.org`, phoneNumber: '01632 960777', address: `1 ${CANARY} Road` };
const REASON = { restricted: true, reason: 'Asked for by the patient' };
const PATIENT = '0190f3a0-0000-7000-8000-0000000000f1';
const FORM = '0190f3a0-0000-7000-8000-0000000000f2';
const CASE = '0190f3a0-0000-7000-8000-0000000000f3';

async function openTablet() {
  const world = openWorld();
  const store = await openDemoStore(world);
  const server = modelServer();
  const sender = await senderOf(store, server);
  return { world, store, server, sender, send: () => sender.drain(world.clock) };
}

/** Every sealed value of the vault in clear, by table. */
async function openedRows({ db, vault }: Store): Promise<Record<string, unknown[]>> {
  const opened: Record<string, unknown[]> = {};
  const open = (table: string, id: string, sealed: Sealed) => unseal(vault, { table, id }, sealed);
  for (const table of ['patients', 'consents', 'listings'] as const)
    opened[table] = await Promise.all((await db[table].toArray()).map((row) => open(table, row.id, row)));
  opened['bases'] = await Promise.all((await db.bases.toArray()).map((row) => open('bases', row.id, row)));
  opened['sent'] = await Promise.all((await db.sent.toArray()).map((row) => open('sent', row.opId, row)));
  opened['cards'] = await Promise.all((await db.cards.toArray()).map((row) => open('cards', String(row.page), row)));
  const ops = await db.ops.toArray();
  opened['ops'] = await Promise.all(ops.map(({ opId, payload }) => unseal(vault, sealContextOf(opId), payload)));
  opened['details'] = await Promise.all(
    ops.flatMap(({ opId, detail }) => (detail === null ? [] : [unseal(vault, sealContextOf(opId, 'detail'), detail)])),
  );
  const sealed = (await db.kv.toArray()).filter(({ k }) => /^(?:note|pinned):/.test(k));
  opened['kv'] = await Promise.all(sealed.map((row) => openSealed(vault, row)));
  return opened;
}

/** The tables in which contact details of the patient can be read. */
async function tablesWithContact(store: Store): Promise<string[]> {
  const opened = await openedRows(store);
  const isTold = (value: unknown) => /canary-7f3a|960777/.test(JSON.stringify(value));
  return Object.entries(opened).flatMap(([table, values]) => (isTold(values) ? [table] : []));
}

const PATIENT_RECIPIENT: Recipient = {
  recipient_name: 'Amber Demo-Rowan',
  recipient_email: CONTACT.emailAddress,
  action_type: 'SIGN',
  signing_order: 1,
  role: 'PATIENT',
  state: 'WAITING',
  method: null,
  signedAt: null,
};

test('when a pull brings the flag, everything that the tablet has of the patient loses the contact details', async () => {
  const { store } = await openTablet();
  const consent = demoConsent({ consentID: FORM, recordID: CASE, patientID: PATIENT, recipients: [PATIENT_RECIPIENT] });
  const form = { entity: 'consent', id: FORM, version: 1, data: consent } as const;
  await pullChanges(store, pages({ changes: [patientChange({ id: PATIENT, ...CONTACT }), form] }).fetchPage);
  await savePinned(store, FORM, {
    content: [],
    templateID: FORM,
    templateVersion: 1,
    procedures: [],
    recipients: [{ role: 'PATIENT', name: 'Amber Demo-Rowan', email: CONTACT.emailAddress, order: 1, required: true }],
    patient: { ...demoPatientDraft, nhsNumber: null, hospitalNumber: null },
    statements: {},
    contentDigest: '0'.repeat(64),
    shown: null,
  });
  const clashes = [{ field: 'phoneNumber', base: null, mine: CONTACT.phoneNumber, theirs: null, kept: 'mine' }] as const;
  await store.db.kv.put(await mergeNoteRow(store, PATIENT, { kind: 'chosen', at: '2026-08-06T14:05:00.000Z', clashes }));
  // An edit that waits: the row, the base below it and the op all hold contact details.
  await updatePatient(store, PATIENT, { sex: 'FEMALE', phoneNumber: '01632 960777' });
  expect(await tablesWithContact(store)).toEqual(['patients', 'consents', 'bases', 'ops', 'kv']);

  const flagged = patientChange({ id: PATIENT, restricted: true, version: 2 });
  await pullChanges(store, pages({ changes: [flagged] }).fetchPage);
  expect(await tablesWithContact(store)).toEqual([]);
  const { patient } = (await readPatient(store, PATIENT))!;
  expect(patient).toMatchObject({ restricted: true, sex: 'FEMALE', lastName: demoPatientDraft.lastName });
  const fields = [{ field: 'phoneNumber', mine: null, theirs: null, resolution: 'THEIRS' }];
  expect((await openedRows(store))['ops']).toMatchObject([
    { id: PATIENT, sex: 'FEMALE' },
    { id: PATIENT, kind: 'COMBINED', fields },
  ]);
  // Another page with the same copy has nothing left to tell.
  await pullChanges(store, pages({ changes: [flagged] }).fetchPage);
  expect(await store.db.ops.count()).toBe(2);
});

test('what was sent loses the contact details too, and what somebody else did still arrives', async () => {
  const { store, send } = await openTablet();
  const id = await createPatient(store, { ...demoPatientDraft, ...CONTACT });
  await send();
  expect(await tablesWithContact(store)).toEqual(['patients', 'sent']);
  await pullChanges(store, pages({ changes: [patientChange({ id, restricted: true, version: 2 })] }).fetchPage);
  expect(await tablesWithContact(store)).toEqual([]);
  expect((await store.db.sent.toArray()).map(({ isReduced }) => isReduced)).toEqual([true]);
});

test('a copy that the server shows to somebody who may see the contact details is stored without them', async () => {
  const { store } = await openTablet();
  await saveCopies(store, [patientChange({ id: PATIENT, ...CONTACT, restricted: true })], null);
  expect(await tablesWithContact(store)).toEqual([]);
  expect((await readPatient(store, PATIENT))!.patient.restricted).toBe(true);
});

test('contact details of a protected patient are not queued, and other changes are', async () => {
  const { store, send, server } = await openTablet();
  await expect(createPatient(store, { ...demoPatientDraft, ...CONTACT, restricted: true })).rejects.toThrow(ContactNotStored);
  await saveCopies(store, [patientChange({ id: PATIENT, restricted: true })], null);
  for (const phoneNumber of ['01632 960777', null])
    await expect(updatePatient(store, PATIENT, { phoneNumber })).rejects.toThrow(ContactNotStored);
  await expect(updatePatient(store, PATIENT, { restricted: false, reason: 'No danger', ...CONTACT })).rejects.toThrow(
    ContactNotStored,
  );
  // The user saw the number that the server showed, which the tablet does not have.
  const expected = { phoneNumber: CONTACT.phoneNumber };
  const edit = enqueue(store, { call: 'patientUpdate', input: { id: PATIENT, phoneNumber: '01632 960778' }, expected });
  await expect(edit).rejects.toThrow(ContactNotStored);
  expect(await store.db.ops.count()).toBe(0);
  const id = await createPatient(store, { ...demoPatientDraft, restricted: true, emailAddress: null });
  await updatePatient(store, id, { sex: 'FEMALE' });
  await send();
  expect(server.effects.map(({ call }) => call)).toEqual(['patientCreate']);
});

test('a patient is protected without a network: the copies lose the contact details at once, and the reason goes to the server', async () => {
  const { store, send, server } = await openTablet();
  const id = await createPatient(store, { ...demoPatientDraft, ...CONTACT });
  // The details still wait on this tablet: they cannot be hidden before they have left it.
  await expect(updatePatient(store, id, REASON)).rejects.toThrow(ContactNotStored);
  await send();
  await updatePatient(store, id, REASON);
  expect(await tablesWithContact(store)).toEqual([]);
  await send();
  expect(server.effects.at(-1)?.input).toMatchObject(REASON);
  expect(await tablesWithContact(store)).toEqual([]);
});

test('an edit that meets the flag at the server is merged without contact details, and nothing of them waits for a person', async () => {
  const { store, send, server, sender } = await openTablet();
  const id = await createPatient(store, { ...demoPatientDraft, ...CONTACT });
  await send();
  server.patients.set(id, { ...server.patients.get(id)!, restricted: true, version: 2 });
  await updatePatient(store, id, { sex: 'FEMALE', phoneNumber: '01632 960778' });
  sender.plan.push('answerLost');
  await send();
  expect(await store.db.ops.count()).toBe(0);
  const edit = server.effects.findLast(({ call }) => call === 'patientUpdate')?.input;
  expect(edit).toMatchObject({ sex: 'FEMALE' });
  expect(edit).not.toHaveProperty('phoneNumber');
  // The server is told that a number was entered and not kept, and not which: in a note of its own, before or after that of the merge.
  expect(lostIn(server)).toContainEqual(['COMBINED', [LOST_PHONE]]);
  expect(await tablesWithContact(store)).toEqual([]);
});

const lostIn = (server: ReturnType<typeof modelServer>) =>
  server.effects.flatMap(({ call, input }) => (call === 'patientConflict' ? [[input['kind'], input['fields']]] : []));
const LOST_PHONE = { field: 'phoneNumber', mine: null, theirs: null, resolution: 'THEIRS' };

test('an edit that meets the flag and another clash tells of its contact details once, and of the clash once it is settled', async () => {
  const { store, send, server } = await openTablet();
  const id = await createPatient(store, { ...demoPatientDraft, ...CONTACT });
  await send();
  server.patients.set(id, { ...server.patients.get(id)!, restricted: true, lastName: 'Demo-Saved', version: 2 });
  await updatePatient(store, id, { lastName: 'Demo-Typed', phoneNumber: '01632 960778' });
  await send();
  const [op] = await store.db.ops.toArray();
  expect([op?.state, await store.db.ops.count()]).toEqual(['conflict', 1]);
  expect(lostIn(server)).toEqual([['COMBINED', [LOST_PHONE]]]);
  await resolveConflict(store, op!.opId, { lastName: 'theirs' });
  await send();
  const chosen = { field: 'lastName', mine: 'Demo-Typed', theirs: 'Demo-Saved', resolution: 'THEIRS' };
  expect(lostIn(server)).toEqual([
    ['COMBINED', [LOST_PHONE]],
    ['CHOSEN', [chosen]],
  ]);
  expect(await store.db.ops.count()).toBe(0);
});

test('contact details that were on their way when a pull brought the flag are told once the server has refused them', async () => {
  const { store, send, server, sender, world } = await openTablet();
  const id = await createPatient(store, { ...demoPatientDraft, ...CONTACT });
  await send();
  await updatePatient(store, id, { sex: 'FEMALE', phoneNumber: '01632 960778' });
  sender.plan.push('lost');
  await sender.pass();
  server.patients.set(id, { ...server.patients.get(id)!, restricted: true, version: 2 });
  await pullChanges(store, pages({ changes: [patientChange({ id, restricted: true, version: 2 })] }).fetchPage);
  // Nobody knows yet whether the server has them.
  expect((await store.db.ops.toArray()).map(({ call, dropped }) => [call, dropped])).toEqual([
    ['patientUpdate', ['phoneNumber']],
  ]);
  world.clock.now += 3_600_000;
  await send();
  expect(
    lostIn(server)
      .flatMap(([, fields]) => fields)
      .filter((each) => isSameValue(each, LOST_PHONE)),
  ).toHaveLength(1);
  expect([await store.db.ops.count(), await tablesWithContact(store)]).toEqual([0, []]);
});

test('of a patient whom the server does not show any more nothing is told', async () => {
  const { store } = await openTablet();
  await pullChanges(store, pages({ changes: [patientChange({ id: PATIENT, ...CONTACT })] }).fetchPage);
  await updatePatient(store, PATIENT, { phoneNumber: '01632 960777' });
  await pullChanges(store, pages({ changes: [{ entity: 'patient', id: PATIENT, version: 2, data: null }] }).fetchPage);
  expect((await store.db.ops.toArray()).map(({ call }) => call)).toEqual(['patientUpdate']);
});

test('a new patient who was protected while the answer was lost is done once the server knows the key', async () => {
  const { store, send, sender, server, world } = await openTablet();
  const id = await createPatient(store, { ...demoPatientDraft, ...CONTACT });
  sender.plan.push('answerLost');
  await sender.pass();
  await pullChanges(store, pages({ changes: [patientChange({ id, restricted: true, version: 2 })] }).fetchPage);
  expect(await tablesWithContact(store)).toEqual([]);
  world.clock.now += 3_600_000;
  await send();
  expect([await store.db.ops.count(), server.effects.length]).toEqual([0, 1]);
  expect(await tablesWithContact(store)).toEqual([]);
});

const ADULT = {
  id: '0190f3a0-0000-7000-8000-0000000000f4',
  name: 'Ada Demo-Mother',
  signs: true,
  emailAddress: CONTACT.emailAddress,
} as const;

test('the flag arrives while a form is on its way: not even its receipt has the emails of adults', async () => {
  const { store, send, sender } = await openTablet();
  const patientID = await createPatient(store, { ...demoPatientDraft });
  const { consentID } = await createConsent(store, { patientID, formType: 'FORM_2' });
  await send();
  const { fetch } = sender;
  const flagged = patientChange({ id: patientID, restricted: true, version: 2 });
  const fetchAfterFlag: typeof fetch = async (...asked) => {
    const answer = await fetch(...asked);
    await pullChanges(store, pages({ changes: [flagged] }).fetchPage);
    return answer;
  };
  Object.assign(sender, { fetch: fetchAfterFlag });
  await saveDraft(store, consentID, { parents: [ADULT] });
  await send();
  expect(await store.db.ops.count()).toBe(0);
  expect(JSON.stringify((await openedRows(store))['sent'])).toContain(ADULT.name);
  expect(await tablesWithContact(store)).toEqual([]);
});

test('the emails of adults on a form leave the rows, the queue and the receipts with the flag, and none comes in afterwards', async () => {
  const { store, send } = await openTablet();
  const patientID = await createPatient(store, { ...demoPatientDraft });
  const sentForm = await createConsent(store, { patientID, formType: 'FORM_2' });
  await saveDraft(store, sentForm.consentID, {
    parents: [ADULT],
    interpreter: { name: 'Demo Interpreter', language: 'Polish', emailAddress: 'interpreter@example.org' },
  });
  await send();
  const waiting = await createConsent(store, { patientID, formType: 'FORM_2' });
  await saveDraft(store, waiting.consentID, { parents: [ADULT] });
  expect(await tablesWithContact(store)).toEqual(['consents', 'sent', 'ops']);
  await pullChanges(store, pages({ changes: [patientChange({ id: patientID, restricted: true, version: 2 })] }).fetchPage);
  expect(await tablesWithContact(store)).toEqual([]);
  expect(JSON.stringify(await openedRows(store))).toContain('interpreter@example.org');
  await saveDraft(store, waiting.consentID, { parents: [{ ...ADULT, note: 'Works at night' }] });
  const fresh = await createConsent(store, { patientID, formType: 'FORM_2' });
  await saveDraft(store, fresh.consentID, { parents: [ADULT] });
  expect(await tablesWithContact(store)).toEqual([]);
  expect(JSON.stringify((await openedRows(store))['ops'])).toContain('Works at night');
});

test('an answer from before the flag that arrives again brings no contact details back', async () => {
  const { store, send, sender } = await openTablet();
  const patientID = await createPatient(store, { ...demoPatientDraft, ...CONTACT });
  const { consentID } = await createConsent(store, { patientID, formType: 'FORM_2' });
  await saveDraft(store, consentID, { parents: [ADULT] });
  await send();
  await updatePatient(store, patientID, { hospitalNumber: 'D-77' });
  await saveDraft(store, consentID, { mattersToMe: 'To see the garden' });
  const { fetch } = sender;
  const flagged = patientChange({ id: patientID, restricted: true, version: 9, hospitalNumber: 'D-77' });
  // Two calls are under way, and one pull at a time.
  let pull: Promise<unknown> | undefined;
  const fetchAfterFlag: typeof fetch = async (...asked) => {
    const answer = await fetch(...asked);
    pull ??= pullChanges(store, pages({ changes: [flagged] }).fetchPage);
    await pull;
    return answer;
  };
  Object.assign(sender, { fetch: fetchAfterFlag });
  await send();
  expect(await store.db.ops.count()).toBe(0);
  expect(await tablesWithContact(store)).toEqual([]);
});

test('the note on a choice between two versions of the adults loses their emails with the flag', async () => {
  const { store, send } = await openTablet();
  const patientID = await createPatient(store, { ...demoPatientDraft });
  const { consentID } = await createConsent(store, { patientID, formType: 'FORM_2' });
  await send();
  const clash = {
    field: 'parents',
    base: [],
    mine: [ADULT],
    theirs: [{ ...ADULT, note: 'Works at night' }],
    kept: 'mine',
  } as const;
  await store.db.kv.put(await mergeNoteRow(store, consentID, { kind: 'chosen', at: '2026-03-02T09:00:00Z', clashes: [clash] }));
  expect(await tablesWithContact(store)).toEqual(['kv']);
  await pullChanges(store, pages({ changes: [patientChange({ id: patientID, restricted: true, version: 2 })] }).fetchPage);
  expect(await tablesWithContact(store)).toEqual([]);
  expect(JSON.stringify((await openedRows(store))['kv'])).toContain('Works at night');
});
