import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { CallFailed } from '#contract/engine/call.ts';
import { DAY, HOUR } from '#domain/base/limits.ts';
import { aPatient, draft, procedureId, signIn, templateId, wave, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { kept, pull, registerTablet, sendAlone, sendEnvelope, type KeptCall } from '#tests/support/tablet/tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

type Tablet = Caller & { token: string; deviceId: string };
let surgeon: Caller & { token: string };
/** Somebody of another speciality. */
let eyes: Tablet;
/** A colleague of theirs, of the same speciality. */
let mate: Caller;
let mateEmail = '';
const app = useTestApp(async (opened) => {
  opened.deps.settings.breakGlass = true;
  mateEmail = (await addPerson(opened, { role: 'CLINICIAN', like: 'eyes@demo.nhs.uk' })).email;
  await everybodySignsIn(opened);
});

async function everybodySignsIn(opened: typeof app): Promise<void> {
  surgeon = await signIn(opened);
  eyes = await registerTablet(await signIn(opened, 'eyes@demo.nhs.uk'));
  mate = await signIn(opened, mateEmail);
}

const REASON = 'Emergency admission, on call tonight';
const CONTACT = { emailAddress: 'canary@example.org', phoneNumber: '07700900456', address: '1 Canary Lane' };
const SHOWN = /canary|07700900456/i;
const AT = { capturedAt: '2026-08-06T14:04:50.000Z' };
const newPatient = async (by: Caller = surgeon) => (await by.call('patientCreate', aPatient(CONTACT))).data.patient;
const newCase = async () => {
  const { id } = await newPatient();
  return { id, ...(await draft(surgeon, { patientID: id, mattersToMe: 'A canary in the ward' })) };
};
const isAsked = async (by: Caller, id: string) => {
  const answer = await by.call('patientGetDetails', { id }).catch((error: unknown) => error);
  if (!(answer instanceof CallFailed)) return false;
  expect(answer.code).toBe('REASON_NEEDED');
  return true;
};
const send = async (op: KeptCall) => (await sendEnvelope(app, eyes, [op]))[0];
/** A form that a tablet kept, and its ids. */
const keptForm = (patientID: string, content: Partial<Input<'consentCreate'>> = {}) => {
  const ids = { consentID: randomUUID(), recordID: randomUUID() };
  const op = kept('consentCreate', { patientID, ...ids, formType: 'FORM_1', mattersToMe: 'To read again', ...content }, AT);
  return { ids, op };
};
/** The content of a form that can be sent. */
const aForm = async (staff: Caller) => ({
  templateID: await templateId(staff),
  procedures: [{ procedureID: await procedureId(staff), side: 'RIGHT' as const }],
  clinicianStatement: { discussed: true, capacity: true },
  interpreterNeeded: false,
});
/** Whether the patient among these changes says that contact details are left out: empty fields would read as "none recorded". */
const isLeftOut = (changes: Awaited<ReturnType<typeof changesOf>>) =>
  changes.some(({ entity, data }) => entity === 'patient' && data?.contactHidden === true);
const changesOf = async (id: string) => (await pull(eyes)).changes.filter((each) => JSON.stringify(each).includes(id));

test('a form that a tablet kept is taken, and makes nobody one of another team until its author says why, and then for good', async () => {
  const { id } = await newCase();
  const { ids, op } = keptForm(id);
  const taken = await send(op);
  expect([taken?.status, taken?.body.consentID]).toEqual([200, ids.consentID]);
  expect([await isAsked(eyes, id), await isAsked(mate, id), await isAsked(surgeon, id)]).toEqual([true, true, false]);
  expect((await eyes.refused('recordDetails', { id: ids.recordID })).code).toBe('REASON_NEEDED');
  // Their own form comes to their tablet, as does the patient as lists show one.
  const before = await changesOf(id);
  expect(before.map(({ entity }) => entity).toSorted()).toEqual(['consent', 'listed', 'patient']);
  expect(JSON.stringify(before)).not.toMatch(SHOWN);
  expect(isLeftOut(before)).toBe(true);
  // The reason of somebody else is theirs.
  await mate.call('patientBreakGlass', { id, reason: REASON });
  expect([await isAsked(eyes, id), await isAsked(mate, id)]).toEqual([true, false]);
  await eyes.call('patientBreakGlass', { id, reason: REASON });
  app.clock.advance(13 * HOUR);
  await everybodySignsIn(app);
  expect([await isAsked(eyes, id), await isAsked(mate, id), await isAsked(surgeon, id)]).toEqual([false, false, false]);
  const after = await changesOf(id);
  expect(JSON.stringify(after)).toMatch(SHOWN);
  expect(isLeftOut(after)).toBe(false);
});

test('its author goes on with it without a network: it is sent, handed over and signed', async () => {
  const { id } = await newCase();
  const { ids, op } = keptForm(id, await aForm(eyes));
  const { consentID } = ids;
  const handover = { consentID, role: 'PATIENT' as const, handoverId: randomUUID() };
  // A code would lead to the form without a reason.
  const coded = kept('consentSend', { consentID, version: { after: op.key }, channel: 'QR' }, AT);
  expect([(await sendAlone(app, eyes, coded)).status, (await send(coded))?.status]).toEqual([400, 400]);
  const results = await sendEnvelope(app, eyes, [
    op,
    kept('consentSend', { consentID, version: { after: op.key }, channel: 'DEVICE', channels: [] }, AT),
    kept('consentSendToSign', handover, AT),
  ]);
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { contentDigest, statements, recipients } = results[1]!.body.data;
  const { recipient_name: name } = recipients.find(({ role }: { role: string }) => role === 'PATIENT');
  const signature = { method: 'DRAWN' as const, strokes: wave(), ...AT };
  const signing = kept('recordSign', { ...handover, ...signature, name, statement: statements['PATIENT'], contentDigest }, AT);
  expect((await send(signing))?.status).toBe(200);
  // Neither the answers nor the tablet's copies hold more than lists do.
  expect(JSON.stringify([results, await changesOf(id)])).not.toMatch(SHOWN);
  expect((await send(kept('recordClose', { id: ids.recordID, reason: 'HOSPITAL' }, AT)))?.status).toBe(200);
  // The patient's other forms are still another team's.
  expect(await isAsked(eyes, id)).toBe(true);
});

test('the first form of a patient makes the team, also where a tablet kept it', async () => {
  const { id } = await newPatient();
  expect((await send(keptForm(id).op))?.status).toBe(200);
  expect([await isAsked(eyes, id), await isAsked(surgeon, id)]).toEqual([false, true]);
});

test('nor does such a case make anybody else one of the team, or show them more, before its author or they have said why', async () => {
  const { id } = await newCase();
  const { ids, op } = keptForm(id);
  await send(op);
  const other = await registerTablet(await signIn(app, 'bch@demo.nhs.uk'));
  const name = async (who: Caller) =>
    send(kept('recordUpdate', { recordID: ids.recordID, version: 1, clinicianID: (await who.call('userMe', {})).user._id }, AT));
  const result = await name(other);
  expect([result?.status, result?.body.error]).toEqual([200, undefined]);
  expect([await isAsked(other, id), await isAsked(eyes, id), await isAsked(mate, id)]).toEqual([true, true, true]);
  const ofOther = (await pull(other)).changes.filter((each) => JSON.stringify(each).includes(id));
  expect(ofOther.map(({ entity }) => entity)).toContain('consent');
  expect(JSON.stringify(ofOther)).not.toMatch(SHOWN);
  // A reason is theirs who gave it, and lasts for whoever is named; tidying the form away opens nothing.
  await other.call('patientBreakGlass', { id, reason: REASON });
  app.clock.advance(13 * HOUR);
  await everybodySignsIn(app);
  const named = await signIn(app, 'bch@demo.nhs.uk');
  expect([await isAsked(named, id), await isAsked(eyes, id), await isAsked(mate, id)]).toEqual([false, true, true]);
  await surgeon.call('recordDelete', { id: ids.recordID });
  expect(JSON.stringify(await changesOf(id))).not.toMatch(SHOWN);
});

test('a kept form for a case that was referred to others waits for the reason: whoever it was referred to goes on', async () => {
  const { id } = await newPatient();
  const to = { userId: (await surgeon.call('userMe', {})).user._id };
  const by = await signIn(app, 'bch@demo.nhs.uk');
  const { recordID, version } = (await by.call('recordRefer', { patientID: id, to, question: 'Does a canary sing?' })).data;
  await surgeon.call('recordReferral', { recordID, version, move: 'ACCEPT' });
  const form = () => kept('consentCreate', { patientID: id, recordID, consentID: randomUUID(), formType: 'FORM_1' }, AT);
  const { status, body } = (await send(form()))!;
  expect([status, body.error]).toEqual([403, 'REASON_NEEDED']);
  const own = await registerTablet(await signIn(app));
  expect((await sendEnvelope(app, own, [form()]))[0]?.status).toBe(200);
});

/** Each way in which a kept call could change, show or join a record that its sender has never had open. */
async function waysIn(): Promise<{ ops: KeptCall[]; id: string }> {
  const { id, consentID, recordID, version } = await newCase();
  const me = (await eyes.call('userMe', {})).user._id;
  const own = await newPatient(eyes);
  await draft(eyes, { patientID: own.id });
  const fields = [{ field: 'lastName' as const, mine: 'Demo', theirs: 'Example', resolution: 'MINE' as const }];
  const ops = [
    kept('patientUpdate', { id, version: 1, sex: 'FEMALE' }, AT),
    kept('patientConflict', { id, kind: 'COMBINED', fields }, AT),
    kept('patientUpdateStatus', { id, version: 1, status: 'DECEASED' }, AT),
    kept('patientUpdateStatus', { id, version: 1, status: 'MERGED', mergedInto: own.id }, AT),
    kept('patientUpdateStatus', { id: own.id, version: 1, status: 'MERGED', mergedInto: id }, AT),
    kept('consentUpdate', { consentID, version, activeTab: 1 }, AT),
    kept('consentSend', { consentID, version, channel: 'DEVICE' }, AT),
    kept('recordUpdate', { recordID, version: 1, clinicianID: me }, AT),
    kept('recordClose', { id: recordID, reason: 'HOSPITAL' }, AT),
  ];
  return { ops, id };
}

test.each([
  ['alone', true],
  ['in an envelope', false],
])(
  'what changes a record that its sender never had open waits on the tablet for the reason, and is then taken: sent %s',
  async (_, isAlone) => {
    const { ops, id } = await waysIn();
    const put = async (op: KeptCall) => (isAlone ? sendAlone(app, eyes, op) : (await send(op))!);
    for (const op of ops) {
      const { status, body } = await put(op);
      expect([op.call, status, body.error]).toEqual([op.call, 403, 'REASON_NEEDED']);
      expect(JSON.stringify(body)).not.toMatch(SHOWN);
    }
    expect([await isAsked(eyes, id), await isAsked(mate, id)]).toEqual([true, true]);
    await eyes.call('patientBreakGlass', { id, reason: REASON });
    expect(await put(ops[0]!)).toMatchObject({ status: 200, body: { data: { id, sex: 'FEMALE' } } });
  },
);

test('what was kept under a reason that has run out since is taken, and so is more work on a case that one has left', async () => {
  const { id, consentID, recordID, version } = await newCase();
  const other = await newCase();
  await eyes.call('patientBreakGlass', { id, reason: REASON });
  await eyes.call('consentUpdate', { consentID, version, activeTab: 1 });
  app.clock.advance(13 * HOUR);
  await everybodySignsIn(app);
  expect(await isAsked(eyes, id)).toBe(true);
  for (const op of [
    kept('patientUpdate', { id, version: 1, sex: 'FEMALE' }, AT),
    kept('consentUpdate', { consentID, version: version + 1, activeTab: 2 }, AT),
    kept('recordClose', { id: recordID, reason: 'HOSPITAL' }, AT),
  ])
    expect([op.call, (await send(op))?.status]).toEqual([op.call, 200]);
  // A reader of a record may have kept a change of it, for as long as a tablet keeps calls; a reason is for one patient.
  const read = await newPatient();
  await eyes.call('patientGetDetails', { id: read.id });
  await draft(surgeon, { patientID: read.id });
  const ofRead = (version: number) => kept('patientUpdate', { id: read.id, version, hospitalNumber: `RX${version}` }, AT);
  expect([await isAsked(eyes, read.id), (await send(ofRead(1)))?.status]).toEqual([true, 200]);
  app.clock.advance(31 * DAY);
  await everybodySignsIn(app);
  expect((await send(ofRead(2)))?.body).toMatchObject({ error: 'REASON_NEEDED' });
  expect((await send(kept('patientUpdate', { id: other.id, version: 1, sex: 'FEMALE' }, AT)))?.status).toBe(403);
});
