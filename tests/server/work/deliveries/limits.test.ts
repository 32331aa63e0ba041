import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import type { GovukDouble } from '#tests/support/messages/govuk-double.ts';
import { withSms } from '#tests/support/messages/settings.ts';
import { formWithPhone } from '#tests/support/messages/sms-form.ts';
import { openSmsService } from '#tests/support/messages/sms-service.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// Those who manage an organisation are mailed when a month's messages are nearly or wholly used, and when a service lets it in no more.

const ADMIN = 'admin@demo.nhs.uk';
let double: GovukDouble;
let staff: Caller & { token: string };
const app = useTestApp();
beforeAll(async () => {
  ({ double } = await openSmsService(app));
});
afterAll(() => double.close());
beforeEach(async () => {
  double.mode = 'ok';
  await app.database.db.deleteFrom('message_usage').execute();
  before = (await mailed()).length;
  staff = await signIn(app);
});

const mailed = async () =>
  (await mailsTo(app, ADMIN)).map(({ subject }) => subject).filter((each) => /month’s|messages wait/.test(each));
let before = 0;
/** The subjects that came since the test began. */
const about = async () => (await mailed()).slice(before);
async function limit(smsParts: number | null) {
  const admin = await signIn(app, ADMIN);
  const { version } = (await admin.call('messagesSettings', {})).data;
  await admin.call('messagesSettingsUpdate', { ...withSms(), monthly: { smsParts, letters: null }, version });
}
/** A text message of two parts. */
async function queue() {
  const { consentID } = await formWithPhone(staff);
  await staff.call('messagesSend', { consentID, signing_order: 1, channel: 'SMS' });
}
async function send() {
  await queue();
  await app.doJobs();
}
const messages = async () => (await (await signIn(app, ADMIN)).call('statusServer', {})).data.messages;

test('of each share of a month’s limit they hear once, whatever is sent after it, and again in the next month', async () => {
  await limit(10);
  for (const expected of [[], [], [], ['Assent: most of this month’s parts of text messages are used']]) {
    await send();
    expect(await about()).toEqual(expected);
  }
  expect(await messages()).toEqual({ paused: [], used: [{ channel: 'SMS', percent: 80 }] });
  await send();
  expect((await about()).at(-1)).toBe('Assent: this month’s parts of text messages are used up');
  expect((await mailsTo(app, ADMIN)).at(-1)?.text).toContain('has used 10 of the 10 parts of text messages');
  expect(await messages()).toEqual({ paused: [], used: [{ channel: 'SMS', percent: 100 }] });
  // A limit that was raised is used up anew.
  await limit(12);
  await send();
  expect((await about()).slice(2)).toEqual(['Assent: this month’s parts of text messages are used up']);
  app.clock.advance(31 * DAY);
  staff = await signIn(app);
  await limit(2);
  await send();
  expect((await about()).slice(3)).toEqual(['Assent: this month’s parts of text messages are used up']);
});

test('without a limit nobody is mailed', async () => {
  await limit(null);
  for (const _ of [1, 2, 3]) await send();
  expect([await about(), (await messages()).used]).toEqual([[], []]);
});

test('of a service that lets the organisation in no more they hear once, and once more when that happens again', async () => {
  await limit(null);
  double.mode = 'closed';
  await queue();
  await send();
  expect(await about()).toEqual(['Assent: messages wait (Text message)']);
  expect((await messages()).paused).toEqual(['SMS']);
  double.mode = 'ok';
  const admin = await signIn(app, ADMIN);
  expect((await admin.call('messagesTest', { channel: 'SMS', to: '07700 900999' })).data.isTaken).toBe(true);
  expect((await messages()).paused).toEqual([]);
  double.mode = 'closed';
  await send();
  expect(await about()).toHaveLength(2);
});
