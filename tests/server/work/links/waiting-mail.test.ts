import { beforeEach, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/base/limits.ts';
import { mailWords } from '#domain/notifications/deliveries.ts';
import { MailNotTaken } from '#server/outside/mail/mailer.ts';
import { remindLinks } from '#server/work/links/remind-links.ts';
import { sendNotifications } from '#server/work/notifications/send-notifications.ts';
import { mailErrorWords } from '#server/work/status/error-words.ts';
import { inked, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { mailedForm, visit, type MailedForm } from '#tests/support/forms/link-of.ts';
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
  ['ADDRESS_CHANGED', (form) => update(form, { emailAddress: `other-${form.address}` })],
  ['ADDRESS_CHANGED', (form) => update(form, { emailAddress: null })],
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
  // Somebody is to be reached another way only where somebody has to be reached.
  const isNeeded = reason === 'NOT_WANTED' || reason === 'ADDRESS_CHANGED';
  expect((await needsOf(form)).includes('NOT_REACHED')).toBe(isNeeded);
  expect(await unreachedIn(form)).toHaveLength(isNeeded ? 1 : 0);
  // Neither reads as a fault of the mail server.
  expect(mailWords('FAILED', reason)).not.toBe(mailWords('FAILED', 'EENVELOPE'));
  expect(mailErrorWords(reason)).not.toBe(mailErrorWords('?'));
});

const needsOf = async (form: MailedForm) =>
  (await staff.call('recordNeeds', { scope: 'MINE', page: 1, limit: 100 })).data.records.flatMap(({ recordID, need }) =>
    recordID === form.recordID ? [need] : [],
  );
const timelineOf = async ({ recordID }: Pick<MailedForm, 'recordID'>) =>
  (await staff.call('recordDetails', { id: recordID })).data.timeline;
const unreachedIn = async (form: MailedForm) => (await timelineOf(form)).filter(({ type }) => type === 'NOT_REACHED');

test.each([
  ['put right', (form: MailedForm) => `other-${form.address}`],
  ['taken out', () => null],
])('a link goes by itself to no address that was %s: the sender is told, and may send it', async (_, addressOf) => {
  const form = await mailedForm(app, staff);
  const emailAddress = addressOf(form);
  await update(form, { emailAddress });
  app.clock.advance(3 * DAY);
  staff = await signIn(app);
  await remindLinks(app.deps);
  await app.doJobs();
  expect(await mailsTo(app, form.address)).toHaveLength(1);
  if (emailAddress !== null) expect(await mailsTo(app, emailAddress)).toEqual([]);
  expect((await unreachedIn(form)).map(({ detail }) => detail['reason'])).toEqual(['NO_ADDRESS']);
  const again = { consentID: form.consentID, role: 'PATIENT' } as const;
  if (emailAddress === null) expect((await staff.refused('consentSendEmail', again)).code).toBe('INVALID');
  else await staff.call('consentSendEmail', again);
  if (emailAddress !== null) expect(await mailsTo(app, emailAddress)).toHaveLength(1);
});

test('news of a form goes to no address that came later: the sender is told', async () => {
  const form = await mailedForm(app, staff);
  const emailAddress = `put-right-${form.address}`;
  await update(form, { emailAddress });
  const patient = await visit(app, form);
  const { data: question } = await patient.call('recordQuestion', { consentID: form.consentID, text: 'When may I drive?' });
  await staff.call('recordAnswer', { id: question.id, answer: 'After a week.' });
  await sendNotifications(app.deps);
  expect(await mailsTo(app, form.address)).toHaveLength(1);
  expect(await mailsTo(app, emailAddress)).toEqual([]);
  expect(await unreachedIn(form)).toHaveLength(1);
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
  const needs = () => needsOf(form);
  await staff.call('consentSendEmail', { consentID: form.consentID, role: 'PATIENT' });
  expect(await needs()).toEqual([]);
  await app.doJobs();
  expect(await needs()).toEqual(['NOT_REACHED']);
  expect((await unreachedIn(form)).map(({ detail }) => detail)).toEqual([
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
