import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#domain/base/limits.ts';
import type { Db } from '#server/data/db.ts';
import { dropAfterRestore } from '#server/data/notifications/deliveries.ts';
import { MailNotTaken } from '#server/outside/mail/mailer.ts';
import { reconcileSent } from '#server/work/deliveries/reconcile.ts';
import { remindLinks } from '#server/work/links/remind-links.ts';
import { callerOf, signIn, type Caller } from '#tests/support/forms/builders.ts';
import type { GovukDouble } from '#tests/support/messages/govuk-double.ts';
import { GOVUK, withSms } from '#tests/support/messages/settings.ts';
import { openSmsService, type SmsService } from '#tests/support/messages/sms-service.ts';
import { formWithPhone, type FormWithPhone } from '#tests/support/messages/sms-form.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { TEST_NOW } from '#tests/support/server/app.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let double: GovukDouble;
let staff: Caller & { token: string };
let admin: Caller;
let service: SmsService;
const app = useTestApp();
beforeAll(async () => {
  service = await openSmsService(app);
  ({ double } = service);
});
afterAll(() => double.close());
// The clock of the tests goes on by hours, and is set to the afternoon: nobody stays signed in.
beforeEach(async () => {
  double.mode = 'ok';
  const time = (app.clock.now() - TEST_NOW) % DAY;
  if (time > 0) app.clock.advance(DAY - time);
  await app.database.db.deleteFrom('dead_addresses').execute();
  staff = await signIn(app);
  admin = await signIn(app, 'admin@demo.nhs.uk');
});

const send = ({ consentID }: FormWithPhone, channel: 'SMS' | 'APP' = 'SMS') =>
  staff.call('messagesSend', { consentID, signing_order: 1, channel });
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );
const detailsOf = async ({ recordID }: Pick<FormWithPhone, 'recordID'>) =>
  (await staff.call('recordDetails', { id: recordID })).data;
const linkOf = async (form: FormWithPhone) => (await detailsOf(form)).consents[0]?.links?.[0];
const messagesOf = async ({ consentID }: FormWithPhone) => (await staff.call('messagesList', { consentID })).data;
const wordsOf = async (form: FormWithPhone) => (await messagesOf(form)).map(({ channel, words }) => `${channel} ${words}`);
const takenBy = ({ phoneNumber }: FormWithPhone) =>
  double.taken.filter(({ to }) => to === `+44${phoneNumber.replaceAll(' ', '').slice(1)}`);
const tell = (body: Record<string, unknown>, bearer?: string) =>
  service.callback({ id: 'a1', notification_type: 'sms', ...body }, bearer);
const later = async (ms: number) => {
  app.clock.advance(ms);
  staff = await signIn(app);
  await app.doJobs();
};

test('a link goes by text message, says nothing of the patient, opens the form, and the case shows how far it has come', async () => {
  const form = await formWithPhone(staff);
  expect((await send(form)).message).toBe('The message is on its way');
  expect(await wordsOf(form)).toEqual(['SMS Waiting']);
  expect(await linkOf(form)).toMatchObject({
    channel: 'EMAIL',
    way: 'SMS',
    state: 'CREATED',
    mail: 'QUEUED',
    delivery: { state: 'WAITING' },
  });
  await app.doJobs();
  expect(double.faults).toEqual([]);
  const [message, ...others] = takenBy(form);
  expect(others).toEqual([]);
  expect(await wordsOf(form)).toEqual(['SMS Sent']);
  for (const canary of [
    form.patient.lastName,
    form.patient.firstName,
    form.patient.nhsNumber,
    form.patient.recordID,
    'Cataract',
    'surgery',
    '1950',
  ])
    expect(`${message?.text} ${message?.reference}`.toLowerCase()).not.toContain(String(canary).toLowerCase());
  expect(message?.text).toMatch(
    /^Demo General Hospital: a form for you to read and answer by \d+ August 2026\. http\S+ Is it real\? Ring /,
  );
  await tell({ reference: message?.reference, status: 'delivered' });
  expect(await wordsOf(form)).toEqual(['SMS Delivered']);
  // For a page of a build before it was sent, as it knows of no more.
  expect(await linkOf(form)).toMatchObject({ state: 'MAILED', mail: 'SENT', delivery: { state: 'DELIVERED' } });
  const token = /login\/(\S+)/.exec(message?.text ?? '')?.[1] ?? '';
  await callerOf(app).call('consentVerifyUser', { token });
  expect((await linkOf(form))?.state).toBe('OPENED');
  // Nobody is shown the number, nothing holds it or the text once it is settled, and no log has it.
  const row = await app.database.db
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', message?.reference ?? '')
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ recipient: null, body: null, parts: 2, state: 'DELIVERED' });
  const seen = JSON.stringify([await messagesOf(form), await linkOf(form), app.log]);
  expect(seen).not.toContain(form.phoneNumber.replaceAll(' ', '').slice(1));
  expect(seen).not.toContain(GOVUK.key);
});

test.each(['lost', 'broken', 'busy', 'silent'] as const)('%s: the message is sent once all the same', async (mode) => {
  const form = await formWithPhone(staff);
  await send(form);
  double.mode = mode;
  await app.doJobs();
  expect(await wordsOf(form)).toEqual(['SMS Waiting']);
  double.mode = 'ok';
  await later(10 * MINUTE);
  expect(await wordsOf(form)).toEqual(['SMS Sent']);
  expect(takenBy(form)).toHaveLength(1);
});

test('a process that ends before or after the call leaves one message', async () => {
  const form = await formWithPhone(staff);
  await send(form);
  await app.doJobs();
  // The commit after the call was lost with the process.
  await app.database.db
    .updateTable('deliveries')
    .set({ state: 'WAITING', provider_id: null, sent_at: null, lease_until: null })
    .where('consent_id', '=', form.consentID)
    .execute();
  const [{ text } = { text: '' }] = takenBy(form);
  const { id } = await app.database.db
    .selectFrom('deliveries')
    .select('id')
    .where('consent_id', '=', form.consentID)
    .executeTakeFirstOrThrow();
  const sealed = app.deps.secrets.seal(JSON.stringify({ text }), `deliveries.body:${id}`);
  await app.database.db.updateTable('deliveries').set({ body: sealed }).where('id', '=', id).execute();
  await later(2 * MINUTE);
  expect(await wordsOf(form)).toEqual(['SMS Sent']);
  expect(takenBy(form)).toHaveLength(1);
});

test('a service that does not answer for four hours: the next channel, and its link is the same', async () => {
  const emailAddress = 'sms-then-mail@example.org';
  const form = await formWithPhone(staff, { emailAddress });
  await send(form);
  double.mode = 'broken';
  await app.doJobs();
  for (let hour = 0; hour < 5; hour += 1) await later(HOUR);
  expect(await wordsOf(form)).toEqual(['EMAIL Handed to the mail server', 'SMS Not delivered: service does not answer']);
  expect(takenBy(form)).toEqual([]);
  const [mail] = await mailsTo(app, emailAddress);
  expect(mail?.link).toContain('/login/l_');
  expect((await detailsOf(form)).consents[0]?.links).toHaveLength(1);
  expect((await detailsOf(form)).timeline.map(({ type }) => type)).not.toContain('NOT_REACHED');
});

test('no channel is left: it is a need, and the sender is told; what no service took costs nothing', async () => {
  const form = await formWithPhone(staff);
  const { used } = (await admin.call('messagesSettings', {})).data;
  await send(form);
  double.mode = 'address';
  await app.doJobs();
  expect(await wordsOf(form)).toEqual(['SMS Not delivered: address refused']);
  expect((await admin.call('messagesSettings', {})).data.used).toEqual(used);
  const needs = (await staff.call('recordNeeds', { scope: 'MINE', page: 1, limit: 50 })).data.records;
  expect(needs.find(({ recordID }) => recordID === form.recordID)).toMatchObject({ need: 'NOT_REACHED' });
  expect((await detailsOf(form)).timeline.map(({ type }) => type)).toContain('NOT_REACHED');
  await later(20 * MINUTE);
  const mails = (await mailsTo(app, 'clinician@demo.nhs.uk')).map(({ text }) => text).join('\n');
  expect(mails).toContain('Somebody who signs could not be reached.');
  // For thirty days that number is tried no more.
  expect(await refusal(send(form))).toMatchObject({
    fields: [{ path: 'channel', message: 'Nothing was sent: address refused' }],
  });
});

test('callbacks: another bearer, twice, out of order, and of nobody', async () => {
  const form = await formWithPhone(staff);
  await send(form);
  await app.doJobs();
  const reference = takenBy(form)[0]?.reference;
  for (const bearer of ['demo-bearer-of-callbacks-2027', 'x'.repeat(30), staff.token])
    expect((await tell({ reference, status: 'delivered' }, bearer)).status).toBe(401);
  expect((await app.ask({ method: 'POST', url: service.url, payload: { reference, status: 'delivered' } })).status).toBe(401);
  expect(await wordsOf(form)).toEqual(['SMS Sent']);
  for (const status of ['delivered', 'sending', 'permanent-failure', 'delivered', 'strange', 'created'])
    expect((await tell({ reference, status, more: { of: 'theirs' } })).status).toBe(202);
  expect(await wordsOf(form)).toEqual(['SMS Delivered']);
  expect((await tell({ reference: '01900000-0000-7000-8000-000000000000', status: 'delivered' })).status).toBe(202);
  expect((await tell({ reference: 'not ours', status: 'delivered' })).status).toBe(202);
  expect((await tell({ reference: null, status: 'delivered' })).status).toBe(202);
  expect((await tell({ reference, status: 7 })).status).toBe(400);
  const other = service.url.replace(/[0-9a-f-]{36}$/, '01900000-0000-7000-8000-000000000000');
  expect(
    (
      await app.ask({
        method: 'POST',
        url: other,
        headers: { authorization: `Bearer ${GOVUK.bearer}` },
        payload: { reference, status: 'delivered' },
      })
    ).status,
  ).toBe(401);
});

test('a number that is refused after all: not delivered, and the sender is told', async () => {
  const form = await formWithPhone(staff);
  await send(form);
  await app.doJobs();
  await tell({ reference: takenBy(form)[0]?.reference, status: 'permanent-failure' });
  await app.doJobs();
  expect(await wordsOf(form)).toEqual(['SMS Not delivered: address refused']);
  expect((await detailsOf(form)).timeline.map(({ type }) => type)).toContain('NOT_REACHED');
});

test('a callback that never came is asked for after an hour', async () => {
  const form = await formWithPhone(staff);
  await send(form);
  await app.doJobs();
  takenBy(form)[0]!.status = 'delivered';
  await reconcileSent(app.deps);
  expect(await wordsOf(form)).toEqual(['SMS Sent']);
  app.clock.advance(HOUR + MINUTE);
  staff = await signIn(app);
  await reconcileSent(app.deps);
  expect(await wordsOf(form)).toEqual(['SMS Delivered']);
});

test('at night it waits until eight; the form that was signed meanwhile needs no message', async () => {
  // 22:05 in London.
  app.clock.advance(7 * HOUR);
  staff = await signIn(app);
  const form = await formWithPhone(staff);
  const ended = await formWithPhone(staff);
  expect((await send(form)).message).toBe('The message goes in the morning: at night no telephone rings');
  await send(ended);
  await app.doJobs();
  expect(takenBy(form)).toEqual([]);
  await staff.call('recordEndLink', { consentID: ended.consentID, signing_order: 1 });
  await later(10 * HOUR);
  expect(takenBy(form)).toHaveLength(1);
  expect(takenBy(ended)).toEqual([]);
  expect(await wordsOf(ended)).toEqual(['SMS Not sent: case ended']);
});

test.each([
  [
    'has signed',
    (db: Db, id: string) => db.updateTable('recipients').set({ state: 'SIGNED' }).where('consent_id', '=', id).execute(),
  ],
  [
    'was locked out',
    (db: Db, id: string) =>
      db
        .updateTable('links')
        .set({ locked_at: new Date(app.clock.now()).toISOString() })
        .where('consent_id', '=', id)
        .execute(),
  ],
] as const)('a reminder that waits for the morning goes to nobody who %s meanwhile', async (_, answer) => {
  const form = await formWithPhone(staff);
  await send(form);
  await app.doJobs();
  await later(3 * DAY + 7 * HOUR);
  await remindLinks(app.deps);
  await app.doJobs();
  expect(await wordsOf(form)).toEqual(['SMS Waiting', 'SMS Sent']);
  await answer(app.database.db, form.consentID);
  await later(10 * HOUR);
  expect(await wordsOf(form)).toEqual(['SMS Not sent: case ended', 'SMS Sent']);
  expect(takenBy(form)).toHaveLength(1);
});

test('somebody who refuses text messages, a landline, a channel that is off, and protected details', async () => {
  const refusing = await formWithPhone(staff, {
    communication: { language: 'en', interpreterNeeded: false, format: 'STANDARD', refused: ['SMS'] },
  });
  expect(await refusal(send(refusing))).toMatchObject({ code: 'CONTACT_REFUSED' });
  const landline = await formWithPhone(staff, { phoneNumber: '01632 960001' });
  expect(await refusal(send(landline))).toMatchObject({ code: 'NOT_A_MOBILE' });
  expect(await refusal(send(await formWithPhone(staff), 'APP'))).toMatchObject({ code: 'CHANNEL_OFF' });
  const { patient, ...guarded } = await formWithPhone(staff);
  await admin.call('patientUpdate', {
    id: patient.id,
    version: patient.version,
    restricted: true,
    reason: 'Asked for by the patient',
  });
  const asked = await refusal(send({ ...guarded, patient }));
  expect(['FORBIDDEN', 'INVALID']).toContain((asked as { code: string }).code);
});

test('a fourth message in a day is refused', async () => {
  const form = await formWithPhone(staff);
  for (let nth = 0; nth < 3; nth += 1) await send(form);
  expect(await refusal(send(form))).toMatchObject({ code: 'LIMIT_REACHED', message: 'This person had three messages today.' });
});

test('a reminder goes by the same way', async () => {
  const form = await formWithPhone(staff);
  await send(form);
  await later(3 * DAY + HOUR);
  await remindLinks(app.deps);
  await app.doJobs();
  expect(takenBy(form).map(({ text }) => /still missing/.test(text))).toEqual([false, true]);
});

test('a number that changes while the message waits gets none, nor does the new one', async () => {
  const form = await formWithPhone(staff);
  await send(form);
  const { version } = (await staff.call('patientGetDetails', { id: form.patientID })).data.patient;
  await staff.call('patientUpdate', { id: form.patientID, version, phoneNumber: '07700 999002' });
  await app.doJobs();
  expect(double.taken.filter(({ to }) => to === '+447700999002')).toEqual([]);
  expect(takenBy(form)).toEqual([]);
  expect(await wordsOf(form)).toEqual(['SMS Not sent: no address']);
});

test('by itself nothing goes to a number that is another by now: staff hear of it, and send it again', async () => {
  const form = await formWithPhone(staff);
  const calledOff = await formWithPhone(staff);
  for (const each of [form, calledOff]) {
    await send(each);
    await app.doJobs();
    const { version } = (await staff.call('patientGetDetails', { id: each.patientID })).data.patient;
    await staff.call('patientUpdate', { id: each.patientID, version, phoneNumber: '07700 999001' });
  }
  await staff.call('recordVoid', { consentID: calledOff.consentID, reason: 'Made for somebody else' });
  await later(3 * DAY + HOUR);
  await remindLinks(app.deps);
  await app.doJobs();
  expect(double.taken.filter(({ to }) => to === '+447700999001')).toEqual([]);
  for (const each of [form, calledOff]) {
    expect(takenBy(each)).toHaveLength(1);
    expect((await detailsOf(each)).timeline.at(-1)).toMatchObject({ type: 'NOT_REACHED', detail: { channel: 'SMS' } });
  }
  await send(form);
  await app.doJobs();
  expect(double.taken.filter(({ to }) => to === '+447700999001')).toHaveLength(1);
});

test('news by a mail that nobody takes goes by text message, where the link went by the best way', async () => {
  const emailAddress = 'news-then-text@example.org';
  const form = await formWithPhone(staff, {
    emailAddress,
    communication: { language: 'en', interpreterNeeded: false, format: 'STANDARD', preferred: 'EMAIL' },
  });
  await send(form);
  await app.doJobs();
  const { mailer } = app.deps;
  onTestFinished(() => void Object.assign(app.deps, { mailer }));
  Object.assign(app.deps, { mailer: { send: async () => Promise.reject(new MailNotTaken('EENVELOPE 550', { isFinal: true })) } });
  await staff.call('recordVoid', { consentID: form.consentID, reason: 'Made for somebody else' });
  for (let round = 0; round < 3; round += 1) await later(MINUTE);
  expect(takenBy(form).at(-1)?.text).toContain('A form was made by mistake. It does not count.');
  expect((await detailsOf(form)).timeline.map(({ type }) => type)).not.toContain('NOT_REACHED');
});

test('near an operation the same link goes by text message and by email', async () => {
  const emailAddress = 'near-both@example.org';
  const form = await formWithPhone(staff, { emailAddress });
  await send(form);
  await later(3 * DAY + HOUR);
  await app.database.db
    .updateTable('cases')
    .set({ listed_on: new Date(app.clock.now()).toISOString().slice(0, 10), list_type: 'THEATRE' })
    .where('id', '=', form.recordID)
    .execute();
  await remindLinks(app.deps);
  await app.doJobs();
  expect(takenBy(form)).toHaveLength(2);
  expect(await mailsTo(app, emailAddress)).toHaveLength(1);
});

test('a service that answers no question holds nobody up: after four hours the next channel', async () => {
  const emailAddress = 'sent-then-mail@example.org';
  const form = await formWithPhone(staff, { emailAddress });
  await send(form);
  await app.doJobs();
  double.mode = 'broken';
  for (let hour = 0; hour < 5; hour += 1) {
    await later(HOUR + MINUTE);
    await reconcileSent(app.deps);
  }
  await app.doJobs();
  expect(await mailsTo(app, emailAddress)).toHaveLength(1);
});

test('a message that its service takes late waits through the night as well', async () => {
  // 20:55 in London.
  app.clock.advance(5 * HOUR + 50 * MINUTE);
  staff = await signIn(app);
  const form = await formWithPhone(staff);
  double.mode = 'broken';
  await send(form);
  await app.doJobs();
  double.mode = 'ok';
  await later(15 * MINUTE);
  await later(2 * HOUR);
  expect(takenBy(form)).toEqual([]);
  await later(10 * HOUR);
  expect(takenBy(form)).toHaveLength(1);
});

test('news goes by the same way: a form that was made by mistake', async () => {
  const form = await formWithPhone(staff);
  await send(form);
  await app.doJobs();
  await staff.call('recordVoid', { consentID: form.consentID, reason: 'Made for somebody else' });
  await app.doJobs();
  expect(takenBy(form).at(-1)?.text).toContain('A form was made by mistake. It does not count.');
});

test('a service that closes its door pauses the channel; a test that is taken opens it again', async () => {
  const form = await formWithPhone(staff);
  await send(form);
  double.mode = 'closed';
  await app.doJobs();
  expect((await admin.call('messagesSettings', {})).data.paused).toEqual(['SMS']);
  expect(await wordsOf(form)).toEqual(['SMS Waiting']);
  expect((await admin.call('messagesTest', { channel: 'SMS', to: '07700 900999' })).data).toMatchObject({ isTaken: false });
  double.mode = 'ok';
  expect((await admin.call('messagesTest', { channel: 'SMS', to: '07700 900999' })).data).toEqual({
    isTaken: true,
    words: 'The service took the test. It should arrive within a minute.',
  });
  expect((await admin.call('messagesSettings', {})).data.paused).toEqual([]);
  await later(30 * MINUTE);
  expect(await wordsOf(form)).toEqual(['SMS Sent']);
});

test('one that did not arrive is sent once more, to a number that was put right', async () => {
  const form = await formWithPhone(staff);
  await send(form);
  double.mode = 'address';
  await app.doJobs();
  double.mode = 'ok';
  const [failed] = await messagesOf(form);
  const { data } = await staff.call('patientGetDetails', { id: form.patientID });
  await staff.call('patientUpdate', { id: form.patientID, version: data.patient.version, phoneNumber: '07700 988877' });
  await staff.call('messagesAgain', { id: failed?.id ?? '' });
  await app.doJobs();
  expect(await wordsOf(form)).toEqual(['SMS Sent', 'SMS Not delivered: address refused']);
  expect(double.taken.at(-1)?.to).toBe('+447700988877');
  expect(await refusal(staff.call('messagesAgain', { id: (await messagesOf(form))[0]?.id ?? '' }))).toMatchObject({
    code: 'MOVE_REFUSED',
  });
});

test('what a month may cost is counted, and ends the channel', async () => {
  const before = (await admin.call('messagesSettings', {})).data;
  const { secrets: _, ...settings } = withSms();
  const change = (smsParts: number | null, version: number) =>
    admin.call('messagesSettingsUpdate', { ...settings, monthly: { smsParts, letters: null }, version });
  expect(before.used.smsParts).toBeGreaterThan(10);
  const { version } = (await change(1, before.version)).data;
  expect(await refusal(send(await formWithPhone(staff)))).toMatchObject({
    fields: [{ message: 'Nothing was sent: month’s limit reached' }],
  });
  await change(null, version);
});

test('a month that is full before the morning: the next channel', async () => {
  app.clock.advance(7 * HOUR);
  staff = await signIn(app);
  const forms = [];
  for (const name of ['one', 'other']) forms.push(await formWithPhone(staff, { emailAddress: `month-full-${name}@example.org` }));
  for (const form of forms) await send(form);
  await later(9 * HOUR);
  admin = await signIn(app, 'admin@demo.nhs.uk');
  const { used, version } = (await admin.call('messagesSettings', {})).data;
  const { secrets: _, ...settings } = withSms();
  const monthly = { smsParts: used.smsParts + 1, letters: null };
  const changed = (await admin.call('messagesSettingsUpdate', { ...settings, monthly, version })).data;
  await later(HOUR);
  // Both are due at eight: either may be the first.
  const words = await Promise.all(forms.map(wordsOf));
  expect(words.toSorted((one, other) => one.length - other.length)).toEqual([
    ['SMS Sent'],
    ['EMAIL Handed to the mail server', 'SMS Not sent: month’s limit reached'],
  ]);
  admin = await signIn(app, 'admin@demo.nhs.uk');
  await admin.call('messagesSettingsUpdate', { ...settings, version: changed.version });
});

test('an organisation that lost its telephone: nothing follows, and staff see it at once', async () => {
  const form = await formWithPhone(staff, { emailAddress: 'no-telephone@example.org' });
  await send(form);
  const phones = await app.database.db.selectFrom('organisations').select(['id', 'patient_phone', 'support_phone']).execute();
  await app.database.db.updateTable('organisations').set({ patient_phone: null, support_phone: null }).execute();
  double.mode = 'address';
  await app.doJobs();
  expect((await detailsOf(form)).timeline.map(({ type }) => type)).toContain('NOT_REACHED');
  expect(await mailsTo(app, 'no-telephone@example.org')).toEqual([]);
  for (const { id, ...row } of phones) await app.database.db.updateTable('organisations').set(row).where('id', '=', id).execute();
});

test('after a restore nothing old goes out by itself, and a person sends it again', async () => {
  const form = await formWithPhone(staff);
  await send(form);
  const at = (ms: number) => new Date(app.clock.now() + ms).toISOString();
  await dropAfterRestore(app.database.db, { before: at(-HOUR), now: at(0) });
  expect(await wordsOf(form)).toEqual(['SMS Waiting']);
  await dropAfterRestore(app.database.db, { before: at(HOUR), now: at(0) });
  await app.doJobs();
  expect(await wordsOf(form)).toEqual(['SMS Not sent: the server was restored from a backup']);
  await staff.call('messagesAgain', { id: (await messagesOf(form))[0]?.id ?? '' });
  await app.doJobs();
  expect(takenBy(form)).toHaveLength(1);
});
