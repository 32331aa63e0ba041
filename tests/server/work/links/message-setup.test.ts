import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { expireLinks } from '#server/work/links/expire-links.ts';
import { remindLinks } from '#server/work/links/remind-links.ts';
import { sendNotifications } from '#server/work/notifications/send-notifications.ts';
import { aPatient, draft, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { mailedForm, visit } from '#tests/support/forms/link-of.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// No message goes to a patient from a hospital that says neither whom to ring nor what is done with the data.

let staff: Caller & { token: string };
const app = useTestApp();
beforeEach(async () => {
  staff = await signIn(app);
});
afterEach(() => setUp({ patient_phone: '01632 960100', privacy_text: 'A notice', had_sent: false }));

type Details = { patient_phone?: string | null; privacy_text?: string | null; had_sent?: boolean };
async function setUp(details: Details): Promise<void> {
  await app.database.db.updateTable('organisations').set(details).where('name', '=', 'Demo General Hospital').execute();
}
const LACKING = [
  ['no telephone', { patient_phone: null }],
  ['no notice', { privacy_text: null }],
] as const;
const REFUSED = { status: 409, code: 'SETUP_NEEDED', message: FAILURES.SETUP_NEEDED.message };

async function ready() {
  const address = `setup-${Math.random().toString(36).slice(2)}@example.org`;
  const { patient } = (await staff.call('patientCreate', aPatient({ emailAddress: address }))).data;
  return { address, ...(await draft(staff, { patientID: patient.id })) };
}
const versionOf = async (recordID: string) =>
  (await staff.call('recordDetails', { id: recordID })).data.consents.at(-1)?.version ?? 0;

test.each(LACKING)('%s: each way of mailing a link is refused, and nothing of it is left', async (_, lacking) => {
  const { consentID, recordID, version, address } = await ready();
  await setUp(lacking);
  expect(await staff.refused('consentSend', { consentID, version, channel: 'EMAIL' })).toMatchObject(REFUSED);
  expect((await staff.call('recordDetails', { id: recordID })).data.record.status).toBe('DRAFT');
  await staff.call('consentSend', { consentID, version, channel: 'DEVICE' });
  expect(await staff.refused('consentSendEmail', { consentID, role: 'PATIENT' })).toMatchObject(REFUSED);
  const { data } = await staff.call('recordSendInvite', { id: recordID, invites: [{ signing_order: 1, channel: 'EMAIL' }] });
  expect(data).toMatchObject([{ mail: null, endsAt: null, message: FAILURES.SETUP_NEEDED.message }]);
  await app.doJobs();
  expect(await mailsTo(app, address)).toEqual([]);
});

test('the tablet and a code on the screen go on', async () => {
  await setUp({ patient_phone: null, privacy_text: null });
  const { consentID, recordID, version } = await ready();
  await staff.call('consentSend', { consentID, version, channel: 'DEVICE' });
  const { data } = await staff.call('recordSendInvite', { id: recordID, invites: [{ signing_order: 1, channel: 'QR' }] });
  expect(data[0]?.link?.url).toContain('/login/l_');
  expect((await staff.call('consentSendToSign', { consentID, role: 'PATIENT' })).message).toBeTruthy();
});

test('a form whose time has ended is sent again by mail to nobody', async () => {
  const form = await mailedForm(app, staff);
  app.clock.advance(15 * DAY);
  await expireLinks(app.deps);
  staff = await signIn(app);
  await setUp({ privacy_text: null });
  const again = { recordID: form.recordID, version: await versionOf(form.recordID), channel: 'EMAIL' as const };
  expect(await staff.refused('recordSend', again)).toMatchObject(REFUSED);
});

test('no reminder and no news goes, and neither is tried for ever', async () => {
  const form = await mailedForm(app, staff);
  const patient = await visit(app, form);
  await patient.call('recordQuestion', { consentID: form.consentID, text: 'When may I drive?' });
  await setUp({ patient_phone: null });
  const [question] = (await staff.call('recordDetails', { id: form.recordID })).data.consents[0]?.questions ?? [];
  await staff.call('recordAnswer', { id: question?.id ?? '', answer: 'After a week.' });
  await sendNotifications(app.deps);
  app.clock.advance(4 * DAY);
  await remindLinks(app.deps);
  await app.doJobs();
  expect((await mailsTo(app, form.address)).map(({ subject }) => subject)).toEqual(['A form for you to read and answer']);
  const news = await app.database.db
    .selectFrom('notifications')
    .select(['state', 'reason'])
    .where('consent_id', '=', form.consentID)
    .where('kind', '=', 'QUESTION_ANSWERED')
    .execute();
  expect(news).toEqual([{ state: 'DROPPED', reason: 'SETUP_NEEDED' }]);
  const link = await app.database.db
    .selectFrom('links')
    .select('reminders')
    .where('consent_id', '=', form.consentID)
    .executeTakeFirstOrThrow();
  expect(link.reminders).toBe(1);
});

test('who sent links before this was asked for goes on, until all is there once', async () => {
  await setUp({ patient_phone: null, privacy_text: null, had_sent: true });
  await mailedForm(app, staff);
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  const warned = (await admin.call('statusServer', {})).data.setup;
  expect(warned).toEqual({ missing: ['PHONE', 'NOTICE'], hadSent: true });
  const save = async (change: { patientPhone: string | null; privacyText?: string }) => {
    const { name, address, supportEmail, supportPhone, version } = (await admin.call('organisation', {})).data;
    await admin.call('organisationUpdate', { name, address, supportEmail, supportPhone, version, ...change });
  };
  await save({ patientPhone: '01632 960100' });
  await mailedForm(app, staff);
  await save({ patientPhone: '01632 960100', privacyText: 'A notice' });
  await mailedForm(app, staff);
  await save({ patientPhone: null });
  const { consentID, version } = await ready();
  expect(await staff.refused('consentSend', { consentID, version, channel: 'EMAIL' })).toMatchObject(REFUSED);
});
