import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { DAY, MINUTE } from '#domain/base/limits.ts';
import { localDate, plainDateOf } from '#domain/values/plain-date.ts';
import { MailNotTaken, type Mailer } from '#server/outside/mail/mailer.ts';
import { lookAhead } from '#server/work/notifications/look-ahead.ts';
import { inked, sent, signed, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { mailedForm, visit } from '#tests/support/forms/link-of.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// News that one person cannot be told reaches whoever stands in, else the team: once, in the same words, and never in a circle.

type Person = Caller & { token: string; email: string; id: string };
const TEAM = 'team@demo.example';
const app = useTestApp();
let staff: Person;
let cover: Person;
const person = async (): Promise<Person> => {
  const { id, email } = await addPerson(app, { role: 'CLINICIAN' });
  const { id: speciality_id } = await app.database.db.selectFrom('specialities').select('id').limit(1).executeTakeFirstOrThrow();
  await app.database.db.updateTable('users').set({ speciality_id }).where('id', '=', id).execute();
  return { ...(await signIn(app, email)), id, email };
};
const looked = new Map<string, number>();
async function news(address: string): Promise<string[]> {
  await app.doJobs();
  const all = (await mailsTo(app, address)).map(({ subject }) => subject.replace(/, C-\d{6}$/, ''));
  const before = looked.get(address) ?? 0;
  looked.set(address, all.length);
  return all.slice(before);
}

beforeEach(async () => {
  [staff, cover] = [await person(), await person()];
  const { db } = app.database;
  await db.deleteFrom('notifications').execute();
  await db.updateTable('cases').set({ listed_on: null }).execute();
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  const { speciality_id } = await db
    .selectFrom('users')
    .select('speciality_id')
    .where('id', '=', staff.id)
    .executeTakeFirstOrThrow();
  await admin.call('messagesTeamsUpdate', { teams: [{ specialityID: speciality_id ?? '', name: 'Demo team', email: TEAM }] });
  await news(TEAM);
});

/** No mail to these addresses is taken until the test ends. @param isFinal - whether the server refuses it for good */
function refuse(addresses: readonly string[], isFinal = true): void {
  const { mailer } = app.deps;
  const send: Mailer['send'] = async (mail) => {
    if (addresses.includes(mail.to.address)) throw new MailNotTaken('EENVELOPE', { isFinal });
    await mailer.send(mail);
  };
  Object.assign(app.deps, { mailer: { ...mailer, send } });
  onTestFinished(() => void Object.assign(app.deps, { mailer }));
}
const mailsAt = async (address: string) =>
  app.database.db.selectFrom('mails').select(['state']).where('address', '=', address).where('kind', '=', 'CASE_NEWS').execute();
const suspend = async (id: string) =>
  app.database.db.updateTable('users').set({ status: 'SUSPENDED' }).where('id', '=', id).execute();
const today = () => localDate(app.clock.now(), app.deps.settings.timeZone);
const standIn = async () => {
  const to = plainDateOf(app.clock.now() + 30 * DAY);
  await staff.call('userMessagesUpdate', { off: [], cover: { userID: cover.id, from: today(), to } });
};

test('a mail that the server refuses for good: the team of the case hears in the same words, once', async () => {
  const form = await mailedForm(app, staff);
  const home = await visit(app, form);
  refuse([staff.email]);
  await home.call('recordDecline', { consentID: form.consentID, reason: 'CANARY-REASON' });
  await app.doJobs();
  expect(await news(TEAM)).toEqual(['Assent: Consent was not given']);
  const text = (await mailsTo(app, TEAM)).at(-1)?.text ?? '';
  expect(text).toContain(`/consent?id=${form.recordID}`);
  expect(text).not.toMatch(/CANARY/);
  expect(await mailsAt(staff.email)).toEqual([{ state: 'FAILED' }]);
  app.clock.advance(2 * DAY);
  expect(await news(TEAM)).toEqual([]);
});

test('a mail that no server takes for a day is given up, and the team hears then', async () => {
  const form = await mailedForm(app, staff);
  const home = await visit(app, form);
  refuse([staff.email], false);
  await home.call('recordDecline', { consentID: form.consentID, reason: '' });
  expect(await news(TEAM)).toEqual([]);
  app.clock.advance(DAY + MINUTE);
  await app.doJobs();
  expect(await news(TEAM)).toEqual(['Assent: Consent was not given']);
});

test('where the mail to the team goes nowhere either nothing follows, and what it has heard it hears once', async () => {
  const form = await mailedForm(app, staff);
  const home = await visit(app, form);
  await home.call('recordSign', inked(home.details));
  await staff.call('recordSign', typed((await staff.call('recordDetails', { id: form.recordID })).data.consents[0]!));
  refuse([staff.email]);
  // The team hears of a withdrawal in any case.
  await home.call('recordWithdraw', { consentID: form.consentID, reason: '' });
  await app.doJobs();
  expect(await news(TEAM)).toEqual(['Assent: A consent was taken back']);
  const other = await mailedForm(app, staff);
  const next = await visit(app, other);
  refuse([staff.email, TEAM]);
  const before = (await mailsAt(TEAM)).length;
  await next.call('recordDecline', { consentID: other.consentID, reason: '' });
  for (let round = 0; round < 5; round += 1) await app.doJobs();
  const after = (await mailsAt(TEAM)).map(({ state }) => state);
  expect([after.length, after.filter((state) => state === 'FAILED').length]).toEqual([before + 1, 1]);
  const open = await app.database.db.selectFrom('notifications').select('id').where('state', '=', 'OPEN').execute();
  expect(open).toEqual([]);
});

test('an account that is suspended before its mail goes: whoever stands in hears, else the team', async () => {
  const asked = async () => {
    const form = await mailedForm(app, staff);
    await (await visit(app, form)).call('recordQuestion', { consentID: form.consentID, text: 'May I eat?' });
  };
  await asked();
  await suspend(staff.id);
  app.clock.advance(15 * MINUTE);
  await app.doJobs();
  const words = 'Assent: Somebody who signs asks a question';
  expect([await news(staff.email), await news(cover.email), await news(TEAM)]).toEqual([[], [], [words]]);
  await app.database.db.updateTable('users').set({ status: 'ACTIVE' }).where('id', '=', staff.id).execute();
  staff = { ...staff, ...(await signIn(app, staff.email)) };
  await asked();
  await standIn();
  await suspend(staff.id);
  app.clock.advance(15 * MINUTE);
  await app.doJobs();
  expect([await news(staff.email), await news(cover.email), await news(TEAM)]).toEqual([[], [words], []]);
});

/** The mails of the next morning of a working day that is before this operation. */
async function lookUntil(listedOn: string): Promise<void> {
  app.clock.advance(Date.parse(`${listedOn}T12:00:00Z`) - DAY - app.clock.now());
  await lookAhead(app.deps);
  app.clock.advance(DAY - 2 * 3_600_000);
  await app.doJobs();
}
const wednesday = () => {
  for (let at = app.clock.now() + 7 * DAY; ; at += DAY) if (new Date(at).getUTCDay() === 3) return plainDateOf(at);
};
const list = async ({ recordID }: { readonly recordID: string }, date: string) => {
  const { version } = (await staff.call('recordDetails', { id: recordID })).data.record;
  await staff.call('recordUpdate', { recordID, version, listed: { date, theatre: null, listType: 'THEATRE' } });
};

test('what no event tells goes by the same rule: who is away and who stands in hear, and the team in the place of an account not in use', async () => {
  const form = await sent(staff);
  const date = wednesday();
  await list(form, date);
  await standIn();
  await lookUntil(date);
  const notReady = expect.stringContaining('of your listed cases is not ready');
  expect([await news(staff.email), await news(cover.email)]).toEqual([[notReady], [notReady]]);
});

test('a consent that will be too old is told to the team where nobody is there to hear of it', async () => {
  const form = await signed(app, staff);
  app.clock.advance(100 * DAY);
  staff = { ...staff, ...(await signIn(app, staff.email)) };
  await app.database.db.deleteFrom('notifications').execute();
  await list(form, plainDateOf(app.clock.now() + DAY));
  await suspend(staff.id);
  await lookAhead(app.deps);
  await app.doJobs();
  const words = 'Assent: Listed for tomorrow: A consent has to be confirmed, or asked again, before tomorrow';
  expect([await news(staff.email), await news(TEAM)]).toEqual([[], [words]]);
});
