import { beforeEach, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/base/limits.ts';
import { mailWords } from '#domain/notifications/deliveries.ts';
import { MailNotTaken } from '#server/outside/mail/mailer.ts';
import { remindLinks } from '#server/work/links/remind-links.ts';
import { sendNotifications } from '#server/work/notifications/send-notifications.ts';
import { mailErrorWords } from '#server/work/status/error-words.ts';
import { inked, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { mailedForm, tokenIn, visit, type MailedForm } from '#tests/support/forms/link-of.ts';
import { CLINICIAN } from '#tests/support/browser/journey.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp();
// The clock of the tests goes on by days: nobody stays signed in.
beforeEach(async () => {
  staff = await signIn(app);
});

const patientOf = async ({ patientID }: Pick<MailedForm, 'patientID'>) =>
  (await staff.call('patientGetDetails', { id: patientID })).data.patient;

async function update(form: MailedForm, change: Partial<Parameters<typeof staff.call<'patientUpdate'>>[1]>): Promise<void> {
  const { id, version } = await patientOf(form);
  await staff.call('patientUpdate', { id, version, ...change });
}

/** Acts that may come while a mail waits for the mail server, by the reason for which it then goes nowhere. */
const MEANWHILE: readonly (readonly [reason: string, (form: MailedForm) => Promise<unknown>])[] = [
  ['LINK_ENDED', ({ recordID }) => staff.call('recordReopen', { id: recordID, reason: 'Another side' })],
  [
    'ANSWERED',
    async (form) => {
      const patient = await visit(app, form);
      await patient.call('recordSign', inked(patient.details));
    },
  ],
  [
    'NOT_WANTED',
    (form) =>
      update(form, { communication: { language: 'en', interpreterNeeded: false, format: 'STANDARD', refused: ['EMAIL'] } }),
  ],
  [
    'CASE_ENDED',
    async (form) => {
      const { id, version } = await patientOf(form);
      await staff.call('patientUpdateStatus', { id, version, status: 'DECEASED' });
    },
  ],
];

test.each(MEANWHILE)('a reminder that waits goes nowhere: %s', async (reason, happens) => {
  const [form, other] = [await mailedForm(app, staff), await mailedForm(app, staff)];
  app.clock.advance(3 * DAY);
  staff = await signIn(app);
  await remindLinks(app.deps);
  await happens(form);
  expect(await mailsTo(app, form.address)).toHaveLength(1);
  expect(await mailsTo(app, other.address)).toHaveLength(2);
  const reasons = app.database.db.selectFrom('mails').select('error').where('address', '=', form.address);
  expect((await reasons.where('state', '=', 'FAILED').execute()).map(({ error }) => error)).toEqual([reason]);
  // Neither reads as a fault of the mail server.
  expect(mailWords('FAILED', reason)).not.toBe(mailWords('FAILED', 'EENVELOPE'));
  expect(mailErrorWords(reason)).not.toBe(mailErrorWords('?'));
});

test.each(['before', 'after'])(
  'a reminder goes to the address of today, put right %s it was written, and opens the same form',
  async (when) => {
    const form = await mailedForm(app, staff);
    const emailAddress = `put-right-${when}-${form.address}`;
    if (when === 'before') await update(form, { emailAddress });
    app.clock.advance(3 * DAY);
    staff = await signIn(app);
    await remindLinks(app.deps);
    if (when === 'after') await update(form, { emailAddress });
    expect(await mailsTo(app, form.address)).toHaveLength(1);
    const patient = await visit(app, { ...form, token: await tokenIn(app, emailAddress) });
    expect(patient.details.consent.consentID).toBe(form.consentID);
  },
);

test('news of a form goes to the address of today', async () => {
  const form = await mailedForm(app, staff);
  const emailAddress = `put-right-${form.address}`;
  await update(form, { emailAddress });
  const patient = await visit(app, form);
  const { data: question } = await patient.call('recordQuestion', { consentID: form.consentID, text: 'When may I drive?' });
  await staff.call('recordAnswer', { id: question.id, answer: 'After a week.' });
  await sendNotifications(app.deps);
  expect(await mailsTo(app, form.address)).toHaveLength(1);
  expect(await mailsTo(app, emailAddress)).toHaveLength(1);
});

test('a mail that no server takes is a need of its sender, who is told once, until the form is sent again', async () => {
  const words = 'Somebody who signs could not be reached.';
  const unreached = async () => (await mailsTo(app, CLINICIAN)).filter(({ text }) => text.includes(words)).length;
  app.clock.advance(HOUR);
  staff = await signIn(app);
  while (await sendNotifications(app.deps));
  const before = await unreached();
  const form = await mailedForm(app, staff);
  const { mailer } = app.deps;
  app.deps.mailer = {
    ...mailer,
    send: async (mail) => {
      if (mail.to.address === form.address) throw new MailNotTaken('EENVELOPE 550', { isFinal: true });
      await mailer.send(mail);
    },
  };
  const needs = async () =>
    (await staff.call('recordNeeds', { scope: 'MINE', page: 1, limit: 100 })).data.records.flatMap(({ recordID, need }) =>
      recordID === form.recordID ? [need] : [],
    );
  await staff.call('consentSendEmail', { consentID: form.consentID, role: 'PATIENT' });
  expect(await needs()).toEqual([]);
  await app.doJobs();
  expect(await needs()).toEqual(['NOT_REACHED']);
  const timeline = async () => (await staff.call('recordDetails', { id: form.recordID })).data.timeline;
  const told = (await timeline()).filter(({ type }) => type === 'NOT_REACHED');
  expect(told.map(({ detail }) => detail)).toEqual([
    expect.objectContaining({ role: 'PATIENT', channel: 'EMAIL', reason: 'ADDRESS_REFUSED' }),
  ]);
  app.clock.advance(HOUR);
  staff = await signIn(app);
  while (await sendNotifications(app.deps));
  expect((await unreached()) - before).toBe(1);
  app.deps.mailer = mailer;
  await staff.call('consentSendEmail', { consentID: form.consentID, role: 'PATIENT' });
  await app.doJobs();
  expect(await needs()).toEqual([]);
});
