import { beforeEach, expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { DAY, HOUR, MINUTE } from '#domain/base/limits.ts';
import { MESSAGE_DEFAULTS } from '#domain/organisation/message-settings.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { sent, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { mailedForm, visit } from '#tests/support/forms/link-of.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// An organisation says how far ahead an operation is urgent, and who hears of it beside those whose case it is.

const DESK = { name: 'Theatre desk', email: 'desk@demo.example' };
const app = useTestApp();
let staff: Caller & { token: string };
beforeEach(async () => {
  await app.database.db.deleteFrom('message_settings').execute();
  staff = await signIn(app, (await addPerson(app, { role: 'CLINICIAN' })).email);
});

async function save(change: Partial<Input<'messagesSettingsUpdate'>>) {
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  const { version } = (await admin.call('messagesSettings', {})).data;
  const { urgentHours: _, aheadDays: _days, urgentContact: _contact, ...before } = MESSAGE_DEFAULTS;
  return (await admin.call('messagesSettingsUpdate', { ...before, order: [...before.order], version, ...change })).data;
}

async function list(form: { readonly recordID: string }, days: number) {
  const { version } = (await staff.call('recordDetails', { id: form.recordID })).data.record;
  const date = localDate(app.clock.now() + days * DAY, app.deps.settings.timeZone);
  await staff.call('recordUpdate', { recordID: form.recordID, version, listed: { date, theatre: null, listType: 'THEATRE' } });
}

const subjects = async () => (await mailsTo(app, DESK.email)).map(({ subject }) => subject.replace(/, C-\d{6}$/, ''));
let seen = 0;
async function news(): Promise<string[]> {
  const all = await subjects();
  return all.slice(seen, (seen = all.length));
}

/** A form at home, listed in some days, of which the patient asks a question. */
async function asked(days: number) {
  const form = await mailedForm(app, staff);
  await list(form, days);
  await (await visit(app, form)).call('recordQuestion', { consentID: form.consentID, text: 'May I eat?' });
}

test('of an operation within the hours the contact hears at once, and after an hour in which nobody has taken it', async () => {
  await save({ urgentHours: 96, urgentContact: DESK });
  await news();
  await asked(4);
  expect(await news()).toEqual([expect.stringMatching(/^Assent: Listed for .+: Somebody who signs asks a question$/)]);
  expect((await mailsTo(app, DESK.email)).at(-1)?.text).toContain('It comes to this address because your organisation');
  app.clock.advance(59 * MINUTE);
  expect(await news()).toEqual([]);
  app.clock.advance(2 * MINUTE);
  expect(await news()).toEqual([expect.stringContaining('Nobody has taken this yet')]);
  app.clock.advance(2 * HOUR);
  expect(await news()).toEqual([]);
});

test('a later operation, one of two days by default, and an organisation that names nobody tell it nothing', async () => {
  await save({ urgentHours: 96, urgentContact: DESK });
  await news();
  await asked(5);
  await save({ urgentContact: null });
  await asked(1);
  app.clock.advance(2 * HOUR);
  expect(await news()).toEqual([]);
});

test('where the organisation names nobody any more, news that waits for the contact is dropped', async () => {
  await save({ urgentContact: DESK });
  await news();
  await asked(1);
  expect(await news()).toHaveLength(1);
  await save({ urgentContact: null });
  app.clock.advance(2 * HOUR);
  expect(await news()).toEqual([]);
  const { reason } = await app.database.db
    .selectFrom('notifications')
    .select('reason')
    .where('to_contact', '=', true)
    .where('kind', '=', 'NOT_TAKEN')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  expect(reason).toBe('NO_ADDRESS');
});

test('a case that is not ready waits for its clinician from as many days ahead as the organisation has chosen', async () => {
  const form = await sent(staff);
  await list(form, 12);
  const needs = async () => (await staff.call('recordNeeds', { scope: 'MINE', page: 1, limit: 10 })).data.records;
  expect(await needs()).toEqual([]);
  expect((await save({ aheadDays: 12, urgentHours: 120 })).aheadDays).toBe(12);
  expect(await needs()).toEqual([expect.objectContaining({ recordID: form.recordID, need: 'NOT_READY_LISTED' })]);
  await list(form, 5);
  expect(await needs()).toEqual([expect.objectContaining({ need: 'NOT_READY_SOON', isUrgent: true })]);
  const { user } = await staff.call('userMe', {});
  expect(user.ahead).toEqual({ urgentHours: 120, aheadDays: 12 });
});

test('a page that does not know of these settings leaves them as they are', async () => {
  await save({ urgentHours: 72, aheadDays: 14, urgentContact: DESK });
  expect(await save({})).toMatchObject({ urgentHours: 72, aheadDays: 14, urgentContact: DESK });
});
