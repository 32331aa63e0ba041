import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/base/limits.ts';
import { MAIL_WORDS } from '#domain/notifications/mail-words.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { DEMO_DETAILS } from '#server/seed/demo-people.ts';
import { sendNotifications } from '#server/work/notifications/send-notifications.ts';
import { expireLinks } from '#server/work/links/expire-links.ts';
import { blankPage } from '#tests/support/files/blank-page.ts';
import { call } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import { aPatient, handOver, inked, sent, signed, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { aParent, anotherParent, draft2 } from '#tests/support/forms/form-2.ts';
import { mailedForm, tokenIn, visit, type MailedForm } from '#tests/support/forms/link-of.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// Each event of a case reaches whom it concerns, by mail, once, and nobody else.

type Staff = Caller & { token: string };
type Person = Staff & { email: string; id: string };
let staff: Person;
let colleague: Person;
const app = useTestApp();
const person = async (role = 'CLINICIAN'): Promise<Person> => {
  const { id, email } = await addPerson(app, { role });
  return { ...(await signIn(app, email)), id, email };
};
// The clock goes on by days: nobody stays signed in.
beforeEach(async () => {
  [staff, colleague] = [await person(), await person()];
  // Of the demo hospital, and of what a test has left.
  await app.database.db.deleteFrom('notifications').execute();
});

/** The subjects of what reached an address since the last look. */
const seen = new Map<string, number>();
async function newsOf(address: string): Promise<string[]> {
  const all = (await mailsTo(app, address)).filter(({ subject }) => subject !== MAIL_WORDS.en.ask);
  const before = seen.get(address) ?? 0;
  seen.set(address, all.length);
  return all.slice(before).map(({ subject, text }) => {
    const isToSigner = subject.startsWith('News from');
    // People name a case by its number, which is not that of the patient.
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(isToSigner ? /, and say C-\d{6}\./ : /\(C-\d{6}\)/);
    if (isToSigner) return `${subject}: ${sentenceOf(text)}`;
    if (!/: news of (a|\d+) cases?$/.test(subject)) expect(subject).toMatch(/, C-\d{6}$/);
    return subject.replace(/, C-\d{6}$/, '');
  });
}
const sentenceOf = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .split('Hospital. ')[1]
    ?.split(/ Open the form| https?:| Is it real/)[0] ?? '';
const NEWS = 'News from Demo General Hospital: ';
const later = async (ms: number) => {
  app.clock.advance(ms);
  staff = { ...staff, ...(await signIn(app, staff.email)) };
};
const version = async ({ recordID }: Pick<MailedForm, 'recordID'>) =>
  (await staff.call('recordDetails', { id: recordID })).data.record.version;
const operateBy = async (form: Pick<MailedForm, 'recordID'>, clinicianID: string) =>
  staff.call('recordUpdate', { recordID: form.recordID, version: await version(form), clinicianID });

test('a question from home reaches whoever is responsible within a quarter of an hour, in one mail for two', async () => {
  const form = await mailedForm(app, staff);
  const patient = await visit(app, form);
  await patient.call('recordQuestion', { consentID: form.consentID, text: 'Does it hurt?' });
  await patient.call('recordQuestion', { consentID: form.consentID, text: 'How long?' });
  expect(await newsOf(staff.email)).toEqual([]);
  await later(15 * MINUTE);
  expect(await newsOf(staff.email)).toEqual(['Assent: Somebody who signs asks a question']);
});

test('a question that was answered before its mail went is told to nobody; the answer is, with a link that opens the form', async () => {
  const form = await mailedForm(app, staff);
  const patient = await visit(app, form);
  await patient.call('recordQuestion', { consentID: form.consentID, text: 'Does it hurt?' });
  const [question] = (await staff.call('recordDetails', { id: form.recordID })).data.consents[0]?.questions ?? [];
  await staff.call('recordAnswer', { id: question?.id ?? '', answer: 'A little' });
  expect(await newsOf(form.address)).toEqual([`${NEWS}There is an answer to your question.`]);
  const link = (await mailsTo(app, form.address)).at(-1)?.link ?? '';
  const again = await visit(app, { ...form, token: link.split('/').at(-1) ?? '' });
  expect(again.details.consent.consentID).toBe(form.consentID);
  await later(15 * MINUTE);
  expect(await newsOf(staff.email)).toEqual([]);
});

test('a no by link reaches at once who is responsible and who sent the link', async () => {
  const form = await mailedForm(app, staff);
  await colleague.call('recordSendInvite', { id: form.recordID, invites: [{ signing_order: 1, channel: 'EMAIL' }] });
  const token = (await mailsTo(app, form.address)).at(-1)?.link?.split('/').at(-1) ?? '';
  const patient = await visit(app, { ...form, token });
  await patient.call('recordDecline', { consentID: form.consentID, reason: 'I want to wait' });
  expect(await newsOf(staff.email)).toEqual(['Assent: Consent was not given']);
  expect(await newsOf(colleague.email)).toEqual(['Assent: Consent was not given']);
  expect(await newsOf(form.address)).toEqual([]);
});

test('a consent taken back at home is told at once to who is responsible and who operates; nobody is told of their own act', async () => {
  const form = await mailedForm(app, staff);
  const patient = await visit(app, form);
  await patient.call('recordSign', inked(patient.details));
  await staff.call('recordSign', typed((await staff.call('recordDetails', { id: form.recordID })).data.consents[0]!));
  await operateBy(form, colleague.id);
  await later(15 * MINUTE);
  expect(await newsOf(colleague.email)).toEqual(['Assent: A case needs you']);
  await newsOf(staff.email);
  await newsOf(form.address);
  const home = await visit(app, form);
  await home.call('recordWithdraw', { consentID: form.consentID, reason: 'I changed my mind' });
  expect(await newsOf(staff.email)).toEqual(['Assent: A consent was taken back']);
  expect(await newsOf(colleague.email)).toEqual(['Assent: A consent was taken back']);
  expect(await newsOf(form.address)).toEqual([]);
});

test('a consent taken back at home after its operation is told at once to the staff, and its signer that they know', async () => {
  const form = await mailedForm(app, staff);
  const patient = await visit(app, form);
  await patient.call('recordSign', inked(patient.details));
  await staff.call('recordSign', typed((await staff.call('recordDetails', { id: form.recordID })).data.consents[0]!));
  await operateBy(form, colleague.id);
  await later(15 * MINUTE);
  await staff.call('recordDone', { id: form.recordID, on: localDate(app.clock.now(), app.deps.settings.timeZone) });
  for (const address of [staff.email, colleague.email, form.address]) await newsOf(address);
  const home = await visit(app, form);
  await home.call('recordWithdraw', { consentID: form.consentID, reason: 'I changed my mind' });
  expect(await newsOf(staff.email)).toEqual(['Assent: Somebody takes back a consent after the operation']);
  expect(await newsOf(colleague.email)).toEqual(['Assent: Somebody takes back a consent after the operation']);
  expect(await newsOf(form.address)).toEqual([`${NEWS}We have told the team that you take back your consent.`]);
});

test('a consent that staff record as taken back is told to the patient, with the number to ring, and to the other staff', async () => {
  const form = await mailedForm(app, staff);
  const patient = await visit(app, form);
  await patient.call('recordSign', inked(patient.details));
  await staff.call('recordSign', typed((await staff.call('recordDetails', { id: form.recordID })).data.consents[0]!));
  await colleague.call('recordWithdraw', { consentID: form.consentID, reason: 'Said on the telephone' });
  expect(await newsOf(staff.email)).toEqual(['Assent: A consent was taken back']);
  expect(await newsOf(colleague.email)).toEqual([]);
  expect(await newsOf(form.address)).toEqual([
    `${NEWS}The form does not count any more. If that is wrong, ring ${DEMO_DETAILS.patient_phone}.`,
  ]);
});

test('once the patient has signed at home, the clinician hears that their signature is missing, unless it is there by then', async () => {
  const form = await mailedForm(app, staff);
  const patient = await visit(app, form);
  await patient.call('recordSign', inked(patient.details));
  const quick = await mailedForm(app, staff);
  const other = await visit(app, quick);
  await other.call('recordSign', inked(other.details));
  await staff.call('recordSign', typed((await staff.call('recordDetails', { id: quick.recordID })).data.consents[0]!));
  await later(15 * MINUTE);
  expect(await newsOf(staff.email)).toEqual(['Assent: news of a case']);
  const text = (await mailsTo(app, staff.email)).at(-1)?.text ?? '';
  // Whether blood may be given was left without an answer.
  expect(text.match(/^Somebody who signs wants to talk\. \(C-\d{6}\)$|^Your signature is missing\. \(C-\d{6}\)$/gm)).toHaveLength(
    2,
  );
  expect(text).toContain(`/consent?id=${form.recordID}`);
  expect(text).not.toContain(quick.recordID);
});

test('more time and wrong details are told, and what a colleague does on the ward as well', async () => {
  const form = await mailedForm(app, staff);
  const patient = await visit(app, form);
  await patient.call('recordIdentity', { consentID: form.consentID, confirmed: false });
  expect(await newsOf(staff.email)).toEqual(['Assent: Details on a form are wrong or have changed']);
  await patient.call('recordIdentity', { consentID: form.consentID, confirmed: true });
  await patient.call('recordLater', { consentID: form.consentID });
  await later(15 * MINUTE);
  expect(await newsOf(staff.email)).toEqual(['Assent: Somebody who signs asks for more time']);
});

test('details that a colleague changes while the form is out are told to who is responsible', async () => {
  const form = await mailedForm(app, staff);
  const { patient } = (await colleague.call('patientGetDetails', { id: form.patientID })).data;
  await colleague.call('patientUpdate', { id: patient.id, version: patient.version, lastName: 'Demo-Changed' });
  expect(await newsOf(staff.email)).toEqual(['Assent: Details on a form are wrong or have changed']);
});

test('a form whose time has ended is told to its signer at once, and to the clinician on the morning of the next working day', async () => {
  const form = await mailedForm(app, staff);
  await later(app.deps.settings.linkDays * DAY + HOUR);
  while (await expireLinks(app.deps));
  expect((await newsOf(form.address)).at(-1)).toBe(
    `${NEWS}The time for your form has ended. Please ring ${DEMO_DETAILS.patient_phone}.`,
  );
  expect(await newsOf(staff.email)).toEqual([]);
  await later(4 * DAY);
  expect(await newsOf(staff.email)).toEqual(['Assent: The time to sign has ended']);
});

test('a form that is taken back to change it is told to whoever had opened it, and to nobody else', async () => {
  const [form, unread] = [await mailedForm(app, staff), await mailedForm(app, staff)];
  await visit(app, form);
  for (const { consentID } of [form, unread]) await staff.call('recordRecall', { consentID, reason: 'A new finding' });
  expect(await newsOf(form.address)).toEqual([
    `${NEWS}The form is being changed. Your answer does not count. A new one follows.`,
  ]);
  expect(await newsOf(unread.address)).toEqual([]);
});

test('a form that was made by mistake is told to its patient and to the staff of the case', async () => {
  const form = await mailedForm(app, staff);
  await operateBy(form, colleague.id);
  await later(15 * MINUTE);
  await newsOf(colleague.email);
  await staff.call('recordVoid', { consentID: form.consentID, reason: 'Another side', kind: 'OTHER' });
  expect(await newsOf(form.address)).toEqual([`${NEWS}A form was made by mistake. It does not count.`]);
  expect(await newsOf(colleague.email)).toEqual(['Assent: A form was recorded in error']);
  expect(await newsOf(staff.email)).toEqual([]);
});

test('a scan that a colleague uploads waits in the morning’s mail, and an operation without a consent is told at once', async () => {
  const form = await sent(staff);
  const input = { consentID: form.consentID, files: [new Blob([new Uint8Array(blankPage())])] };
  await call(calls.consentBitpaperUpload, input, app.wire(colleague.token));
  const without = await sent(staff);
  const on = localDate(app.clock.now(), app.deps.settings.timeZone);
  await colleague.call('recordDone', { id: without.recordID, on, withoutReason: 'An emergency at night' });
  expect(await newsOf(staff.email)).toEqual(['Assent: An operation was recorded as done without a consent in force']);
  await later(4 * DAY);
  expect(await newsOf(staff.email)).toEqual(['Assent: Something new is on a case']);
});

test('news of an operation that is listed for tomorrow waits for nothing, says so first, and reaches who operates', async () => {
  const form = await mailedForm(app, staff);
  await operateBy(form, colleague.id);
  const date = localDate(app.clock.now() + DAY, app.deps.settings.timeZone);
  const listed = { date, theatre: null, listType: 'THEATRE' } as const;
  await staff.call('recordUpdate', { recordID: form.recordID, version: await version(form), listed });
  await later(15 * MINUTE);
  await newsOf(colleague.email);
  const patient = await visit(app, form);
  await patient.call('recordQuestion', { consentID: form.consentID, text: 'Does it hurt?' });
  const expected = ['Assent: Listed for tomorrow: Somebody who signs asks a question'];
  expect(await newsOf(staff.email)).toEqual(expected);
  expect(await newsOf(colleague.email)).toEqual(expected);
});

test('what stands in a mail names no patient, procedure, clinician or number', async () => {
  const form = await mailedForm(app, staff);
  const patient = await visit(app, form);
  await patient.call('recordDecline', { consentID: form.consentID, reason: 'CANARY-REASON' });
  const mails = [...(await mailsTo(app, staff.email)), ...(await mailsTo(app, form.address))];
  expect(mails.length).toBe(2);
  const { patient: who } = (await staff.call('patientGetDetails', { id: form.patientID })).data;
  const canaries = [who.firstName, who.lastName, who.dateOfBirth, 'Cataract', 'Ophthalmology', 'CANARY-REASON', 'Clinician'];
  for (const { subject, text, html } of mails) {
    // The patient has the name of the tests' server; its address stands there with its scheme and without.
    const said = `${subject} ${text} ${html}`.replaceAll(/https?:\/\/[^\s"<]+|assent\.test\/my-consent/g, '').toLowerCase();
    for (const canary of canaries) expect(said).not.toMatch(new RegExp(`\\b${canary.toLowerCase()}\\b`));
  }
});

test('a patient whose details are protected, or who has died, is written to by nobody', async () => {
  const [hidden, dead] = [await mailedForm(app, staff), await mailedForm(app, staff)];
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  const { patient } = (await staff.call('patientGetDetails', { id: hidden.patientID })).data;
  await staff.call('patientUpdate', { id: patient.id, version: patient.version, restricted: true, reason: 'Asked for' });
  await staff.call('recordVoid', { consentID: hidden.consentID, reason: 'Another side', kind: 'OTHER' });
  const { version: of } = (await admin.call('patientGetDetails', { id: dead.patientID })).data.patient;
  await admin.call('patientUpdateStatus', { id: dead.patientID, version: of, status: 'DECEASED' });
  await staff.call('recordVoid', { consentID: dead.consentID, reason: 'Another side', kind: 'OTHER' });
  expect(await newsOf(hidden.address)).toEqual([]);
  expect(await newsOf(dead.address)).toEqual([]);
  // Nor is it written down for later.
  const rows = await app.database.db
    .selectFrom('notifications')
    .select('recipient')
    .where('signing_order', 'is not', null)
    .execute();
  expect(rows).toEqual([]);
});

test('a no of one parent is told to the staff, and that the form was a mistake to both parents', async () => {
  const [mother, father] = [`mother-${randomUUID().slice(0, 8)}@example.org`, `father-${randomUUID().slice(0, 8)}@example.org`];
  const parents = [aParent({ emailAddress: mother }), anotherParent({ emailAddress: father })];
  const form = await draft2(staff, { parents });
  await staff.call('consentSend', { consentID: form.consentID, version: form.version, channel: 'EMAIL' });
  const { dateOfBirth } = (await staff.call('recordDetails', { id: form.recordID })).data.record.patient;
  const holder = await visit(app, { token: await tokenIn(app, mother), dateOfBirth, lastName: 'Demo-Mother' });
  await holder.call('recordDecline', { consentID: form.consentID, reason: 'No' });
  expect(await newsOf(staff.email)).toEqual(['Assent: Somebody who signs said no. The form goes on']);
  expect([...(await newsOf(father)), ...(await newsOf(mother))]).toEqual([]);
  await staff.call('recordVoid', { consentID: form.consentID, reason: 'Another side', kind: 'OTHER' });
  for (const adult of [mother, father])
    expect(await newsOf(adult)).toEqual([`${NEWS}A form was made by mistake. It does not count.`]);
});

test('an interpreter whose link is open hears that the form needs no answer, and nothing else', async () => {
  const emailAddress = `interpreter-${randomUUID().slice(0, 8)}@example.org`;
  const interpreter = { name: 'Demo Interpreter', language: 'Polish', signsHere: true, emailAddress };
  const form = await mailedForm(app, staff, { interpreterNeeded: true, interpreter });
  const patient = await visit(app, form);
  await patient.call('recordLater', { consentID: form.consentID });
  expect(await newsOf(emailAddress)).toEqual([]);
  await patient.call('recordDecline', { consentID: form.consentID, reason: 'No' });
  expect(await newsOf(emailAddress)).toEqual([`${NEWS}The form needs no answer from you now.`]);
});

test('news that a clock wrote while it was ahead waits for nothing', async () => {
  const form = await mailedForm(app, staff);
  await colleague.call('recordVoid', { consentID: form.consentID, reason: 'Another side', kind: 'OTHER' });
  const year = new Date(app.clock.now() + 365 * DAY).toISOString();
  await app.database.db.updateTable('notifications').set({ due_at: year }).execute();
  expect(await newsOf(form.address)).toHaveLength(1);
});

test('two servers at once, and a second round, tell nobody twice', async () => {
  const forms = [];
  for (let nth = 0; nth < 4; nth += 1) {
    const form = await mailedForm(app, staff);
    forms.push(form);
    await colleague.call('recordVoid', { consentID: form.consentID, reason: 'Another side', kind: 'OTHER' });
  }
  await Promise.all(Array.from({ length: 3 }, () => sendNotifications(app.deps)));
  while (await sendNotifications(app.deps));
  for (const { address } of forms)
    expect(await newsOf(address)).toEqual([`${NEWS}A form was made by mistake. It does not count.`]);
  const mails = await mailsTo(app, staff.email);
  for (const { recordID } of forms) expect(mails.filter(({ text }) => text.includes(recordID))).toHaveLength(1);
});

test('an act that a tablet sends again is news once', async () => {
  const form = await mailedForm(app, staff);
  const key = randomUUID();
  for (let nth = 0; nth < 3; nth += 1)
    await colleague.call('recordVoid', { consentID: form.consentID, reason: 'Another side', kind: 'OTHER' }, key);
  expect(await newsOf(form.address)).toHaveLength(1);
  expect(await newsOf(staff.email)).toHaveLength(1);
});

test('who has had twenty mails in an hour gets the rest in one', async () => {
  const forms = [];
  for (let nth = 0; nth < 23; nth += 1) {
    const form = await sent(staff);
    forms.push(form);
    await (await handOver(app, staff, form)).call('recordDecline', { consentID: form.consentID, reason: 'No' });
    await app.doJobs();
  }
  expect((await newsOf(staff.email)).length).toBe(20);
  await later(HOUR + MINUTE);
  expect(await newsOf(staff.email)).toEqual(['Assent: news of 3 cases']);
});

test('somebody who is suspended is told nothing', async () => {
  const form = await mailedForm(app, staff);
  await operateBy(form, colleague.id);
  await app.database.db.updateTable('users').set({ status: 'SUSPENDED' }).where('id', '=', colleague.id).execute();
  await later(15 * MINUTE);
  expect(await newsOf(colleague.email)).toEqual([]);
  const { state, reason } = await app.database.db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', colleague.id)
    .executeTakeFirstOrThrow();
  expect([state, reason]).toEqual(['DROPPED', 'NOT_ACTIVE']);
});

test('once the form is sealed, whoever signed at home gets a link to their copy, and no member of staff a mail', async () => {
  const form = await mailedForm(app, staff);
  const patient = await visit(app, form);
  await patient.call('recordSign', inked(patient.details));
  await staff.call('recordSign', typed((await staff.call('recordDetails', { id: form.recordID })).data.consents[0]!));
  await app.doJobs();
  expect(await newsOf(form.address)).toEqual([`${NEWS}Everybody has signed. Your copy is ready.`]);
  const home = await visit(app, { ...form, token: await tokenIn(app, form.address) });
  expect((await home.download(form.consentID)).subarray(0, 5).toString()).toBe('%PDF-');
  await later(15 * MINUTE);
  expect(await newsOf(staff.email)).toEqual([]);
});

test('a form that is signed on the ward by somebody without a link is sealed without a mail', async () => {
  await signed(app, staff);
  await app.doJobs();
  await later(15 * MINUTE);
  expect(await newsOf(staff.email)).toEqual([]);
  expect(await app.database.db.selectFrom('notifications').select('id').where('kind', '=', 'SEALED').execute()).toEqual([]);
});

test('whoever has answered hears nothing of the end of their link, nor does anybody who was never written to', async () => {
  const form = await mailedForm(app, staff);
  const patient = await visit(app, form);
  await patient.call('recordSign', inked(patient.details));
  const address = `ward-${randomUUID().slice(0, 8)}@example.org`;
  const { patient: here } = (await staff.call('patientCreate', aPatient({ emailAddress: address }))).data;
  const onWard = await sent(staff, { patientID: here.id });
  const holder = await handOver(app, staff, onWard);
  await holder.call('recordSign', inked(holder.details));
  await staff.call('recordVoid', { consentID: onWard.consentID, reason: 'Another side', kind: 'OTHER' });
  await newsOf(form.address);
  await later(app.deps.settings.linkDays * DAY + HOUR);
  while (await expireLinks(app.deps));
  expect(await newsOf(form.address)).toEqual([]);
  expect(await newsOf(address)).toEqual([]);
});

test('details that somebody changes who does not see the case are told all the same, also to who sent the link', async () => {
  const referrer = await person('REFERRER');
  const emailAddress = `patient-${randomUUID().slice(0, 8)}@example.org`;
  const { patient } = (await referrer.call('patientCreate', aPatient({ emailAddress }))).data;
  const form = await sent(staff, { patientID: patient.id });
  await colleague.call('recordSendInvite', { id: form.recordID, invites: [{ signing_order: 1, channel: 'EMAIL' }] });
  expect((await referrer.refused('recordDetails', { id: form.recordID })).code).toBe('NOT_FOUND');
  await referrer.call('patientUpdate', { id: patient.id, version: patient.version, lastName: 'Demo-Changed' });
  const expected = ['Assent: Details on a form are wrong or have changed'];
  expect([await newsOf(staff.email), await newsOf(colleague.email)]).toEqual([expected, expected]);
});

test('questions of a quarter of an hour go in one mail, and an urgent one waits for no other', async () => {
  const form = await mailedForm(app, staff);
  const patient = await visit(app, form);
  for (const minutes of [2, 5, 8]) {
    await patient.call('recordQuestion', { consentID: form.consentID, text: `Question ${minutes}?` });
    app.clock.advance(minutes * MINUTE);
    await app.doJobs();
  }
  expect(await newsOf(staff.email)).toEqual(['Assent: Somebody who signs asks a question']);
  await later(15 * MINUTE);
  expect(await newsOf(staff.email)).toEqual([]);
});

test('that a signature is missing is told to who signs alone, also where the operation is near and another operates', async () => {
  const form = await mailedForm(app, staff);
  await operateBy(form, colleague.id);
  const listed = {
    date: localDate(app.clock.now() + DAY, app.deps.settings.timeZone),
    theatre: null,
    listType: 'THEATRE',
  } as const;
  await staff.call('recordUpdate', { recordID: form.recordID, version: await version(form), listed });
  await app.database.db.deleteFrom('notifications').execute();
  const patient = await visit(app, form);
  await patient.call('recordSign', inked(patient.details));
  await later(15 * MINUTE);
  const textsTo = async (email: string) => (await mailsTo(app, email)).map(({ text }) => text).join(' ');
  expect(await textsTo(staff.email)).toContain('Your signature is missing');
  expect(await textsTo(colleague.email)).toContain('Listed for tomorrow: Somebody who signs wants to talk');
  expect(await textsTo(colleague.email)).not.toContain('signature');
});

test('who signs last and wants to talk is told of, though the clinician has signed before', async () => {
  const form = await mailedForm(app, staff);
  await staff.call('recordSign', typed((await staff.call('recordDetails', { id: form.recordID })).data.consents[0]!));
  const patient = await visit(app, form);
  await patient.call('recordSign', inked(patient.details));
  await later(15 * MINUTE);
  expect(await newsOf(staff.email)).toEqual(['Assent: Somebody who signs wants to talk']);
});

test('news that cannot be sent, or of a kind of a later build, holds up nobody else', async () => {
  const [broken, whole] = [await mailedForm(app, staff), await mailedForm(app, staff)];
  for (const { consentID } of [broken, whole])
    await colleague.call('recordVoid', { consentID, reason: 'Another side', kind: 'OTHER' });
  const { db } = app.database;
  const unsendable = 'two@example.org, more@example.org';
  await db.updateTable('patients').set({ email: unsendable }).where('id', '=', broken.patientID).execute();
  await db.updateTable('links').set({ address: unsendable }).where('consent_id', '=', broken.consentID).execute();
  await sql`update notifications set kind = 'OF_A_LATER_BUILD' where user_id is not null`.execute(db);
  expect(await newsOf(whole.address)).toHaveLength(1);
  const states = async () =>
    (
      await db
        .selectFrom('notifications')
        .select('state')
        .where('consent_id', '=', broken.consentID)
        .where('link_id', 'is not', null)
        .execute()
    ).map(({ state }) => state);
  expect(await states()).toEqual(['OPEN']);
  await later(2 * DAY);
  while (await sendNotifications(app.deps));
  expect(await states()).toEqual(['DROPPED']);
});
