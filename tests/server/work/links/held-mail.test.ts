import { beforeEach, expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { mailWords } from '#domain/notifications/deliveries.ts';
import { remindLinks } from '#server/work/links/remind-links.ts';
import { sendNotifications } from '#server/work/notifications/send-notifications.ts';
import { mailErrorWords } from '#server/work/status/error-words.ts';
import { inked, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { mailedForm, tokenIn, visit, type MailedForm } from '#tests/support/forms/link-of.ts';
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
];

test.each(MEANWHILE)('a reminder that waits is held back: %s', async (reason, happens) => {
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

test('a reminder goes to the address of today, and opens the same form', async () => {
  const form = await mailedForm(app, staff);
  const emailAddress = `put-right-${form.address}`;
  await update(form, { emailAddress });
  app.clock.advance(3 * DAY);
  await remindLinks(app.deps);
  expect(await mailsTo(app, form.address)).toHaveLength(1);
  const patient = await visit(app, { ...form, token: await tokenIn(app, emailAddress) });
  expect(patient.details.consent.consentID).toBe(form.consentID);
});

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
