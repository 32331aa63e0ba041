import { beforeEach, expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { DAY, HOUR, MINUTE } from '#domain/base/limits.ts';
import { KINDS_TO_SWITCH_OFF } from '#domain/notifications/message-wishes.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { inked, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { mailedForm, visit, type MailedForm } from '#tests/support/forms/link-of.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// News that must not wait for one person reaches the mailbox of the team, and whoever stands in.

type Person = Caller & { token: string; email: string; id: string };
const TEAM = 'team@demo.example';
const app = useTestApp();
let staff: Person;
let admin: Caller;
const person = async (): Promise<Person> => {
  const { id, email } = await addPerson(app, { role: 'CLINICIAN' });
  const { id: speciality_id } = await app.database.db.selectFrom('specialities').select('id').limit(1).executeTakeFirstOrThrow();
  await app.database.db.updateTable('users').set({ speciality_id }).where('id', '=', id).execute();
  return { ...(await signIn(app, email)), id, email };
};
const again = async (one: Person): Promise<Person> => ({ ...one, ...(await signIn(app, one.email)) });
const speciality = async (id: string) =>
  (await app.database.db.selectFrom('users').select('speciality_id').where('id', '=', id).executeTakeFirstOrThrow())
    .speciality_id ?? '';
const subjects = async (address: string) => (await mailsTo(app, address)).map(({ subject }) => subject.replace(/, C-\d{6}$/, ''));
/** The subjects that came to an address since the last look. */
const looked = new Map<string, number>();
async function news(address: string): Promise<string[]> {
  const all = await subjects(address);
  const before = looked.get(address) ?? 0;
  looked.set(address, all.length);
  return all.slice(before);
}

beforeEach(async () => {
  staff = await person();
  admin = await signIn(app, 'admin@demo.nhs.uk');
  await app.database.db.deleteFrom('notifications').execute();
  await admin.call('messagesTeamsUpdate', {
    teams: [{ specialityID: await speciality(staff.id), name: 'Demo team', email: TEAM }],
  });
  await news(TEAM);
});

/** A form that the patient has signed at home and the clinician after them; the visit of the patient goes on. */
async function signedAtHome() {
  const form = await mailedForm(app, staff);
  const home = await visit(app, form);
  await home.call('recordSign', inked(home.details));
  await staff.call('recordSign', typed((await staff.call('recordDetails', { id: form.recordID })).data.consents[0]!));
  return { form, home };
}

async function list(form: Pick<MailedForm, 'recordID'>, days: number) {
  const { version } = (await staff.call('recordDetails', { id: form.recordID })).data.record;
  const date = localDate(app.clock.now() + days * DAY, app.deps.settings.timeZone);
  await staff.call('recordUpdate', { recordID: form.recordID, version, listed: { date, theatre: null, listType: 'THEATRE' } });
}

test('the evening before: the team hears of a withdrawal at once, without a name, and once more where nobody sees to it', async () => {
  const { form, home } = await signedAtHome();
  await list(form, 1);
  await news(staff.email);
  await home.call('recordWithdraw', { consentID: form.consentID, reason: 'I am afraid' });
  expect(await news(TEAM)).toEqual([expect.stringMatching(/^Assent: Listed for tomorrow: A consent was taken back/)]);
  expect(await news(staff.email)).toHaveLength(1);
  const mail = (await mailsTo(app, TEAM)).at(-1);
  expect(mail?.text).toContain('It comes to this mailbox because it is that of the team.');
  for (const name of ['afraid', form.address]) expect(JSON.stringify(mail)).not.toContain(name);
  app.clock.advance(59 * MINUTE);
  expect(await news(TEAM)).toEqual([]);
  app.clock.advance(2 * MINUTE);
  expect(await news(TEAM)).toEqual([expect.stringContaining('Nobody has taken this yet')]);
  app.clock.advance(HOUR);
  expect(await news(TEAM)).toEqual([]);
});

/** A form of tomorrow's list that was taken back at home, of which the team has heard, and to which somebody sees. */
async function takenTomorrow(): Promise<MailedForm> {
  const { form, home } = await signedAtHome();
  await list(form, 1);
  await home.call('recordWithdraw', { consentID: form.consentID, reason: '' });
  await news(TEAM);
  app.clock.advance(MINUTE);
  staff = await again(staff);
  await staff.call('recordTake', { id: form.recordID, need: 'WITHDRAWN' });
  return form;
}

test('where somebody has taken it, or has done anything about the case, the team hears of it once', async () => {
  await takenTomorrow();
  app.clock.advance(HOUR);
  expect(await news(TEAM)).toEqual([]);
});

test('who takes it and gives it back has not seen to it: the team hears once more', async () => {
  const form = await takenTomorrow();
  await staff.call('recordGiveBack', { id: form.recordID, need: 'WITHDRAWN' });
  app.clock.advance(HOUR);
  expect(await news(TEAM)).toEqual([expect.stringContaining('Nobody has taken this yet')]);
});

test('what is over before the hour is asked of nobody once more', async () => {
  const form = await mailedForm(app, staff);
  await list(form, 1);
  const home = await visit(app, form);
  await home.call('recordLater', { consentID: form.consentID });
  expect(await news(TEAM)).toEqual([expect.stringContaining('asks for more time')]);
  await home.call('recordSign', inked(home.details));
  await news(TEAM);
  app.clock.advance(HOUR + MINUTE);
  await news(TEAM);
  const { db } = app.database;
  const ofWish = db.selectFrom('notifications').select('event_id').where('kind', '=', 'MORE_TIME');
  const rows = await db
    .selectFrom('notifications')
    .select(['state', 'reason'])
    .where('kind', '=', 'NOT_TAKEN')
    .where('event_id', 'in', ofWish)
    .execute();
  expect(rows).toEqual([{ state: 'DROPPED', reason: 'SEEN_TO' }]);
});

test('a withdrawal of a case on no list is told to the team as well, and asks nobody again', async () => {
  const { form, home } = await signedAtHome();
  await news(TEAM);
  await home.call('recordWithdraw', { consentID: form.consentID, reason: '' });
  expect(await news(TEAM)).toEqual(['Assent: A consent was taken back']);
  app.clock.advance(2 * HOUR);
  expect(await news(TEAM)).toEqual([]);
});

test('whoever stands in hears as well while somebody is away; where an account is not in use, they or the team hear in its place', async () => {
  const cover = await person();
  const { form, home } = await signedAtHome();
  const today = localDate(app.clock.now(), app.deps.settings.timeZone);
  await staff.call('userMessagesUpdate', { off: [], cover: { userID: cover.id, from: today, to: today } });
  await home.call('recordQuestion', { consentID: form.consentID, text: 'May I eat?' });
  app.clock.advance(15 * MINUTE);
  const asks = 'Assent: Somebody who signs asks a question';
  expect([await news(staff.email), await news(cover.email)]).toEqual([expect.arrayContaining([asks]), [asks]]);
  expect(await news(TEAM)).toEqual([]);
  await app.database.db.updateTable('users').set({ status: 'SUSPENDED' }).where('id', '=', staff.id).execute();
  const { form: other, home: next } = { form, home };
  await next.call('recordQuestion', { consentID: other.consentID, text: 'May I drink?' });
  app.clock.advance(15 * MINUTE);
  expect([await news(staff.email), await news(cover.email)]).toEqual([[], [asks]]);
  await app.database.db.updateTable('users').set({ cover: null }).where('id', '=', staff.id).execute();
  await next.call('recordQuestion', { consentID: other.consentID, text: 'May I walk?' });
  app.clock.advance(15 * MINUTE);
  expect([await news(cover.email), await news(TEAM)]).toEqual([[], [asks]]);
});

test('news that may wait is switched off by kind; what goes at once is not, and the need stays on Home', async () => {
  const { form, home } = await signedAtHome();
  await news(staff.email);
  const { data } = await staff.call('userMessagesUpdate', { off: [...KINDS_TO_SWITCH_OFF], cover: null });
  expect(data).toEqual((await staff.call('userMessages', {})).data);
  await home.call('recordQuestion', { consentID: form.consentID, text: 'May I eat?' });
  app.clock.advance(20 * MINUTE);
  expect(await news(staff.email)).toEqual([]);
  staff = await again(staff);
  const { records } = (await staff.call('recordNeeds', { scope: 'MINE', page: 1, limit: 10 })).data;
  expect(records).toContainEqual(expect.objectContaining({ recordID: form.recordID, need: 'QUESTION' }));
  await home.call('recordWithdraw', { consentID: form.consentID, reason: '' });
  expect(await news(staff.email)).toEqual(['Assent: A consent was taken back']);
});

test('two administrators change mailboxes at the same time: neither takes that of the other away', async () => {
  const [one = '', other = ''] = (await app.database.db.selectFrom('specialities').select('id').limit(2).execute()).map(
    ({ id }) => id,
  );
  const box = (specialityID: string, email: string) => ({ specialityID, name: 'Demo', email });
  await admin.call('messagesTeamsUpdate', { teams: [box(one, 'one@demo.example')] });
  const { data } = await admin.call('messagesTeamsUpdate', { teams: [box(other, 'other@demo.example')] });
  expect(data.map(({ email }) => email).toSorted()).toEqual(['one@demo.example', 'other@demo.example']);
  const { data: left } = await admin.call('messagesTeamsUpdate', { teams: [], ended: [other] });
  expect(left).toEqual([box(one, 'one@demo.example')]);
});

test('whoever would stand in has an account that is not in use either: the team hears', async () => {
  const cover = await person();
  const { form, home } = await signedAtHome();
  await news(TEAM);
  const today = localDate(app.clock.now(), app.deps.settings.timeZone);
  await staff.call('userMessagesUpdate', { off: [], cover: { userID: cover.id, from: today, to: today } });
  await app.database.db.updateTable('users').set({ status: 'SUSPENDED' }).where('id', 'in', [staff.id, cover.id]).execute();
  await home.call('recordQuestion', { consentID: form.consentID, text: 'May I eat?' });
  app.clock.advance(15 * MINUTE);
  expect([await news(cover.email), await news(TEAM)]).toEqual([[], ['Assent: Somebody who signs asks a question']]);
});

test('what cannot be is refused with its sentence, and nothing changes', async () => {
  const teams = (await admin.call('messagesTeams', {})).data;
  const team = { specialityID: crypto.randomUUID(), name: 'Nobody', email: TEAM };
  expect((await admin.refused('messagesTeamsUpdate', { teams: [team] })).fields).toEqual([
    { path: 'teams.0.specialityID', message: 'This speciality does not exist' },
  ]);
  expect((await admin.call('messagesTeams', {})).data).toEqual(teams);
  const today = localDate(app.clock.now(), app.deps.settings.timeZone);
  const faultOf = async (input: Input<'userMessagesUpdate'>) =>
    (await staff.refused('userMessagesUpdate', input)).fields?.[0]?.message;
  const cover = (userID: string) => ({ off: [], cover: { userID, from: today, to: today } });
  expect(await faultOf(cover(staff.id))).toBe('Choose somebody else');
  const gone = await addPerson(app, { role: 'CLINICIAN', status: 'SUSPENDED' });
  expect(await faultOf(cover(gone.id))).toBe('This person has no account that is in use');
  expect(await faultOf(cover(crypto.randomUUID()))).toBe('This person has no account that is in use');
});
