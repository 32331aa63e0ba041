import { randomUUID } from 'node:crypto';
import { calls } from '#contract/calls.ts';
import { RESTRICTED_REASON } from '#domain/patients/restricted.ts';
import { aPatient, draft, handOver, sent, signAll, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { aParent, draft2 } from '#tests/support/forms/form-2.ts';
import { live, READS, type Life } from '#tests/support/server/every-call.ts';
import { requestOf } from '#tests/support/server/requests.ts';
import { kept, pull, sendAlone, sendEnvelope } from '#tests/support/tablet/tablet.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { expect, test } from 'vitest';

const CANARY = 'canary-7f3a';
const CONTACT = { emailAddress: `${CANARY}@example.org`, phoneNumber: '01632 960 777', address: `1 ${CANARY} Road` };
const HIDDEN = { emailAddress: null, phoneNumber: null, address: null };
const REASON = { restricted: true, reason: 'Asked for by the patient' };

let staff: Caller & { token: string };
let reader: Caller & { token: string };
let life: Life;
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
  reader = await signIn(opened, 'reader@demo.nhs.uk');
  life = await live(opened, opened);
});

const betrays = (text: string) => text.includes(CANARY) || text.includes('960 777');
const patientOf = async (caller: Caller, id: string) => (await caller.call('patientGetDetails', { id })).data.patient;
const made = async (change = {}) => (await staff.call('patientCreate', aPatient({ ...CONTACT, ...change }))).data.patient;
const eventsOf = async (recordID: string) => (await staff.call('recordTimeline', { id: recordID })).data.events;

/** Every read of the contract over one case and its patient. @returns the calls whose answers betray contact details */
async function betrayedBy(token: string): Promise<string[]> {
  const found = new Set<string>();
  for (const name of READS)
    for (const id of [life.ids['recordID']!, life.ids['patientID']!]) {
      const { text } = await app.ask(requestOf(calls[name], { token, ids: { ...life.ids, id }, fields: life.fields }));
      if (betrays(text)) found.add(name);
    }
  return [...found].toSorted();
}

test('no read betrays protected contact details to somebody who may not change patients, nor to a tablet', async () => {
  const id = life.ids['patientID']!;
  const { version, recordID } = await patientOf(staff, id);
  life = { ...life, fields: { ...life.fields, search: recordID! } };
  await staff.call('patientUpdate', { id, version, ...CONTACT });
  // A form that went out while nothing was protected holds the address.
  const out = await sent(staff, { patientID: id });
  life = { ...life, ids: { ...life.ids, recordID: out.recordID, consentID: out.consentID, request_id: out.consentID } };
  expect(await betrayedBy(reader.token)).toEqual(
    expect.arrayContaining(['patientGet', 'patientGetDetails', 'patientSearch', 'recordDetails']),
  );
  expect(betrays(JSON.stringify(await pull(staff)))).toBe(true);

  await staff.call('patientUpdate', { id, version: version + 1, ...REASON });
  expect(await betrayedBy(reader.token)).toEqual([]);
  expect(await betrayedBy(staff.token)).toEqual(['patientGet', 'patientGetDetails', 'patientHistory', 'patientSearch']);
  for (const caller of [staff, reader]) expect(betrays(JSON.stringify(await pull(caller)))).toBe(false);
});

// A thousand calls.
const WALK = { timeout: 240_000 };
test('why contact details are hidden is told to nobody who may not change it, and stored by no tablet', WALK, async () => {
  const { id, version } = await made();
  const out = await sent(staff, { patientID: id });
  const reason = 'Canary-why-9b2 of the partner';
  await staff.call('patientUpdate', { id, version, restricted: true, reason });
  const ids = { ...life.ids, patientID: id, recordID: out.recordID, consentID: out.consentID, request_id: out.consentID };
  const tell = async (email: string) => {
    const { token } = await signIn(app, email);
    const found = new Set<string>();
    for (const name of READS)
      for (const each of [out.recordID, out.consentID, id]) {
        const { text } = await app.ask(requestOf(calls[name], { token, ids: { ...ids, id: each }, fields: life.fields }));
        if (text.includes('Canary-why')) found.add(name);
      }
    return [...found].toSorted();
  };
  for (const email of ['reader@demo.nhs.uk', 'auditor@demo.nhs.uk', 'referrer@demo.nhs.uk'])
    expect(await tell(email), email).toEqual([]);
  for (const email of ['clinician@demo.nhs.uk', 'nurse@demo.nhs.uk'])
    expect(await tell(email), email).toEqual(['patientHistory', 'recordTimeline']);
  for (const caller of [staff, reader]) expect(JSON.stringify(await pull(caller))).not.toContain('Canary-why');
});

test('who may change patients sees the contact details in every call about patients, and nobody loses them by an edit', async () => {
  const patient = await made({ restricted: true });
  expect(patient).toMatchObject({ ...CONTACT, restricted: true });
  const { possibleDuplicates } = (await staff.call('patientCreate', aPatient({ lastName: patient.lastName }))).data;
  expect(possibleDuplicates[0]?.patient).toMatchObject(CONTACT);
  const edited = (await staff.call('patientUpdate', { id: patient.id, version: 1, sex: 'FEMALE' })).data;
  expect(edited).toMatchObject({ ...CONTACT, sex: 'FEMALE', restricted: true });
  const conflict = await staff.refused('patientUpdate', { id: patient.id, version: 1, sex: 'MALE' });
  expect(conflict.data).toMatchObject({ current: CONTACT });
  expect(await patientOf(staff, patient.id)).toMatchObject(CONTACT);
  expect(await patientOf(reader, patient.id)).toMatchObject({ ...HIDDEN, restricted: true, sex: 'FEMALE' });
  const [row] = (await reader.call('patientSearch', { search: patient.recordID! })).data;
  expect(row).toMatchObject({ ...HIDDEN, restricted: true });
});

test('the answers to calls that a tablet had queued hold no protected contact details, in an envelope and alone', async () => {
  const { id } = await made({ restricted: true });
  const at = '2026-08-06T14:04:30.000Z';
  const stale = kept('patientUpdate', { id, version: 7, sex: 'FEMALE' });
  const ops = [
    kept('patientCreate', { ...aPatient({ ...CONTACT, restricted: true }), id: randomUUID() }),
    kept('patientUpdate', { id, version: 1, sex: 'MALE' }),
    kept('patientUpdateStatus', { id, version: 2, status: 'INACTIVE' }),
    stale,
  ];
  const results = await sendEnvelope(app, staff, ops);
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 409]);
  expect(betrays(JSON.stringify(results))).toBe(false);
  const alone = await sendAlone(app, staff, { ...stale, key: randomUUID(), capturedAt: at });
  expect([alone.status, betrays(alone.text)]).toEqual([409, false]);
});

test('hiding and showing need a reason, and are told in the timeline of every case of the patient', async () => {
  const { id } = await made();
  const [out, open] = [await sent(staff, { patientID: id }), await draft(staff, { patientID: id })];
  for (const reason of [undefined, '', '  ']) {
    const refused = await staff.refused('patientUpdate', { id, version: 1, restricted: true, reason });
    expect(refused.fields).toEqual([{ path: 'reason', message: RESTRICTED_REASON }]);
  }
  await staff.call('patientUpdate', { id, version: 1, restricted: false, sex: 'FEMALE' });
  await staff.call('patientUpdate', { id, version: 2, ...REASON });
  await staff.call('patientUpdate', { id, version: 3, restricted: true });
  await staff.call('patientUpdate', { id, version: 4, restricted: false, reason: 'No longer in danger' });
  for (const { recordID } of [out, open]) {
    const events = (await eventsOf(recordID)).filter(({ type }) => type.startsWith('CONTACT_'));
    expect(events.map(({ type, detail }) => [type, detail])).toEqual([
      ['CONTACT_HIDDEN', { reason: REASON.reason }],
      ['CONTACT_SHOWN', { reason: 'No longer in danger' }],
    ]);
  }
  expect(await faultsOfCase(app, out.recordID)).toEqual([]);
});

test('a form that goes out has no email of a protected patient, and one that went out before shows none', async () => {
  const [before, after] = [await made(), await made({ restricted: true })];
  const emailsIn = async (recordID: string) => {
    const { consents } = (await staff.call('recordDetails', { id: recordID })).data;
    return consents[0]!.recipients.filter(({ role }) => role === 'PATIENT').map(({ recipient_email }) => recipient_email);
  };
  const early = await sent(staff, { patientID: before.id });
  expect(await emailsIn(early.recordID)).toEqual([CONTACT.emailAddress]);
  await staff.call('patientUpdate', { id: before.id, version: 1, ...REASON });
  expect(await emailsIn(early.recordID)).toEqual([null]);
  const { consentID, recordID } = await sent(staff, { patientID: after.id });
  expect(await emailsIn(recordID)).toEqual([null]);
  const stored = await app.database.db.selectFrom('recipients').select('email').where('consent_id', '=', consentID).execute();
  expect(betrays(JSON.stringify(stored))).toBe(false);
});

test('emails of adults are shown to nobody while the patient is protected, and an edit of the adults loses none', async () => {
  const { id } = await made();
  const parents = [aParent({ emailAddress: CONTACT.emailAddress })];
  const { consentID, recordID, version } = await draft2(staff, { patientID: id, parents });
  await staff.call('patientUpdate', { id, version: 1, ...REASON });
  const present = async () => (await staff.call('recordDetails', { id: recordID })).data.consents[0]!;
  const shown = (await present()).parents;
  expect(shown).toMatchObject([{ emailAddress: null }]);
  const edited = shown!.map((each) => ({ ...each, note: 'Works at night' }));
  await staff.call('consentUpdate', { consentID, version, parents: edited });
  const { version: now } = (await staff.call('patientGetDetails', { id })).data.patient;
  await staff.call('patientUpdate', { id, version: now, restricted: false, reason: 'No longer in danger' });
  expect((await present()).parents).toMatchObject([{ note: 'Works at night', emailAddress: CONTACT.emailAddress }]);
});

test('the document, the mails and the log hold no contact details, and the document does not say that they are hidden', async () => {
  const { id } = await made();
  const version = await sent(staff, { patientID: id });
  await staff.call('patientUpdate', { id, version: 1, ...REASON });
  const drawn: string[] = [];
  const { pdf } = app.deps;
  const render = pdf.render.bind(pdf);
  pdf.render = (...given) => {
    drawn.push(JSON.stringify(given));
    return render(...given);
  };
  await signAll(app, staff, version);
  await app.doJobs();
  pdf.render = render;
  expect(drawn.length).toBeGreaterThan(0);
  const told = drawn.join('\n');
  expect([betrays(told), told.includes(REASON.reason), /hidden|protected|CONTACT_/i.test(told)]).toEqual([false, false, false]);
  const mails = await app.database.db.selectFrom('mails').selectAll().execute();
  expect([betrays(JSON.stringify(mails)), betrays(app.log.join('\n'))]).toEqual([false, false]);
});

test('a signer is told nothing of the protection', async () => {
  const { id } = await made({ restricted: true });
  const { details } = await handOver(app, staff, await sent(staff, { patientID: id }));
  const told = JSON.stringify(details);
  expect([betrays(told), told.includes('restricted')]).toEqual([false, false]);
});

test('a tablet on which a colleague only looked at the patient is told to drop the copy', async () => {
  const colleague = await signIn(app, 'eyes@demo.nhs.uk');
  const { id } = await made();
  const { cursor } = await pull(colleague);
  await staff.call('patientUpdate', { id, version: 1, ...REASON });
  const [theirs, own] = [await pull(colleague, cursor), await pull(staff, cursor)];
  expect(theirs.changes.filter((each) => each.id === id)).toEqual([{ entity: 'patient', id, version: 2, data: null }]);
  expect(own.changes.find((each) => each.id === id)?.data).toMatchObject({ id, restricted: true });
  // A tablet that is filled for the first time has no copy to drop.
  expect((await pull(colleague)).changes.some((each) => each.id === id)).toBe(false);
});
