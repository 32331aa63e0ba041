import { expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { LAPSE_AFTER_DAYS } from '#domain/cases/confirm-state.ts';
import { draft, inked, sent, signed, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { mailedForm, tokenIn, visit } from '#tests/support/forms/link-of.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { recordStatements } from '#tests/support/server/statements.ts';
import { pull } from '#tests/support/tablet/tablet.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const details = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data;
const typesIn = async (recordID: string) => (await details(recordID)).timeline.map(({ type }) => type);
const change = async (recordID: string, fields: object) => {
  const { patient } = (await details(recordID)).record;
  const { version } = (await staff.call('patientGetDetails', { id: patient.id })).data.patient;
  await staff.call('patientUpdate', { id: patient.id, version, ...fields });
};

test('what a form that is out says of its patient, and the record no longer does, stands in the timeline', async () => {
  const { recordID } = await sent(staff);
  const before = (await pull(staff)).cursor;
  await change(recordID, { lastName: 'Demo-Newname', phoneNumber: '07700900001' });
  const { timeline, consents, record } = await details(recordID);
  expect(timeline.at(-1)).toMatchObject({
    type: 'PATIENT_CHANGED',
    detail: { changed: 'Last name' },
    versionId: consents[0]?.consentID,
  });
  expect([consents[0]?.shownPatient?.lastName === 'Demo-Newname', record.patient.lastName]).toEqual([false, 'Demo-Newname']);
  // Tablets learn of it with the next pull.
  const { changes } = await pull(staff, before);
  expect(changes.some(({ entity, id }) => entity === 'consent' && id === consents[0]?.consentID)).toBe(true);
  expect(await faultsOfCase(app, recordID)).toEqual([]);
});

test('other changes of the record, and drafts, have no such event', async () => {
  const [out, open] = [await sent(staff), await draft(staff)];
  await change(out.recordID, { phoneNumber: '07700900002' });
  await change(open.recordID, { lastName: 'Demo-Other' });
  for (const { recordID } of [out, open]) expect(await typesIn(recordID)).not.toContain('PATIENT_CHANGED');
});

test('a form in force has it, and is told to who is responsible and to who had sent its link; one that has ended or lapsed has not', async () => {
  const person = async () => {
    const { email } = await addPerson(app, { role: 'CLINICIAN' });
    return { ...(await signIn(app, email)), email };
  };
  const [owner, sender] = [await person(), await person()];
  const form = await mailedForm(app, owner);
  await sender.call('recordSendInvite', { id: form.recordID, invites: [{ signing_order: 1, channel: 'EMAIL' }] });
  const home = await visit(app, { ...form, token: await tokenIn(app, form.address) });
  await home.call('recordSign', inked(home.details));
  await owner.call('recordSign', typed((await details(form.recordID)).consents[0]!));
  const ended = await signed(app, owner);
  await owner.call('recordClose', { id: ended.recordID, reason: 'PATIENT' });
  const lapsed = await signed(app, owner);
  const { db } = app.database;
  const long = new Date(app.clock.now() - (LAPSE_AFTER_DAYS + 1) * DAY).toISOString();
  await db.updateTable('consents').set({ signed_at: long }).where('id', '=', lapsed.consentID).execute();
  for (const { recordID } of [form, ended, lapsed]) await change(recordID, { lastName: 'Demo-Married' });
  expect((await details(form.recordID)).timeline.at(-1)).toMatchObject({
    type: 'PATIENT_CHANGED',
    detail: { changed: 'Last name' },
    versionId: form.consentID,
  });
  expect(await faultsOfCase(app, form.recordID)).toEqual([]);
  for (const { recordID } of [ended, lapsed]) expect(await typesIn(recordID)).not.toContain('PATIENT_CHANGED');
  const wrong = async (email: string) =>
    (await mailsTo(app, email)).filter(({ subject }) => subject.includes('Details on a form are wrong or have changed')).length;
  expect([await wrong(owner.email), await wrong(sender.email)]).toEqual([1, 1]);
});

test('a patient with many forms in force costs as many statements as one with a single one', async () => {
  const statements = recordStatements();
  const costOf = async (forms: number) => {
    const first = await signed(app, staff);
    const { id } = (await details(first.recordID)).record.patient;
    for (let nth = 1; nth < forms; nth += 1) await signed(app, staff, { patientID: id });
    const { version } = (await staff.call('patientGetDetails', { id })).data.patient;
    statements.count();
    await staff.call('patientUpdate', { id, version, lastName: 'Demo-Married' });
    return statements.count();
  };
  expect(await costOf(4)).toBe(await costOf(1));
  statements.stop();
});
