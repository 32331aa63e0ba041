import { beforeEach, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/base/limits.ts';
import { daysBetween, localDate, plainDateOf } from '#domain/values/plain-date.ts';
import { lookAhead } from '#server/work/notifications/look-ahead.ts';
import { sent, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// Time alone makes a consent too old for its operation, and a list unready: the mail of the morning says so, and nothing says it twice.

type Staff = Caller & { token: string };
type Person = Staff & { email: string; id: string };
let staff: Person;
let operator: Person;
const app = useTestApp();
const person = async (): Promise<Person> => {
  const { id, email } = await addPerson(app, { role: 'CLINICIAN' });
  return { ...(await signIn(app, email)), id, email };
};
beforeEach(async () => {
  [staff, operator] = [await person(), await person()];
  // Of the demo hospital, and of what a test has left.
  await app.database.db.deleteFrom('notifications').execute();
  await app.database.db.updateTable('cases').set({ listed_on: null }).execute();
});

const zone = () => app.deps.settings.timeZone;
const today = () => localDate(app.clock.now(), zone());
const dayFrom = (date: string, days: number) => plainDateOf(Date.parse(date) + days * DAY);
/** Goes on to a time of a day, UTC: winter and summer differ by an hour, which no step depends on. */
const goTo = (date: string, time: string) => app.clock.advance(Date.parse(`${date}T${time}:00Z`) - app.clock.now());
const again = async () => {
  staff = { ...staff, ...(await signIn(app, staff.email)) };
};
const change = async (recordID: string, part: { listed?: object | null; clinicianID?: string }) => {
  const { version } = (await staff.call('recordDetails', { id: recordID })).data.record;
  await staff.call('recordUpdate', { recordID, version, ...part } as never);
};
const list = async (recordID: string, date: string) => change(recordID, { listed: { date, theatre: null, listType: 'THEATRE' } });

/** Looks four times a day for some days; the mails that came, each with how many days it was before the operation. */
async function mailsOfDays(email: string, days: number, listedOn: string): Promise<string[]> {
  const found: string[] = [];
  let seen = (await mailsTo(app, email)).length;
  for (let look = 0; look < days * 4; look += 1) {
    app.clock.advance(6 * HOUR);
    await lookAhead(app.deps);
    await app.doJobs();
    const all = await mailsTo(app, email);
    found.push(...all.slice(seen).map(({ subject }) => `${daysBetween(today(), listedOn)} ${subject}`));
    seen = all.length;
  }
  return found;
}
const nextMonday = () => {
  for (let day = 1; ; day += 1) if (new Date(dayFrom(today(), day)).getUTCDay() === 1) return dayFrom(today(), day);
};

test('a consent that will be too old on the day is told of 28, 7 and 2 days before, and as not ready on the last mornings', async () => {
  const form = await signed(app, staff);
  // A Thursday.
  const listedOn = dayFrom(nextMonday(), 12 * 7 + 3);
  await list(form.recordID, listedOn);
  const confirm = 'Assent: A consent has to be confirmed, or asked again, before';
  goTo(dayFrom(listedOn, -31), '12:00');
  expect(await mailsOfDays(staff.email, 5, listedOn)).toEqual([
    expect.stringMatching(new RegExp(`^28 ${confirm} \\d+ \\w+ \\d{4}, C-\\d{6}$`)),
  ]);
  goTo(dayFrom(listedOn, -9), '12:00');
  expect(await mailsOfDays(staff.email, 10, listedOn)).toEqual([
    expect.stringContaining(`7 ${confirm}`),
    // Both in one mail.
    expect.stringMatching(/^2 Assent: news of/),
    '1 Assent: 1 of your listed cases is not ready',
    '0 Assent: 1 of your listed cases is not ready',
  ]);
});

test('an operation that is listed for tomorrow with a consent that is too old is told at once, to who operates as well, and once', async () => {
  const form = await signed(app, staff);
  app.clock.advance(100 * DAY);
  await again();
  await change(form.recordID, { clinicianID: operator.id });
  await app.database.db.deleteFrom('notifications').execute();
  await list(form.recordID, dayFrom(today(), 1));
  const words = 'Listed for tomorrow: A consent has to be confirmed, or asked again, before tomorrow';
  for (let nth = 0; nth < 3; nth += 1) await lookAhead(app.deps);
  await app.doJobs();
  for (const each of [staff, operator])
    expect((await mailsTo(app, each.email)).filter(({ subject }) => subject.startsWith(`Assent: ${words}, C-`))).toHaveLength(1);
});

test('what was taken off the list or given to somebody else before the morning is told to nobody it is not true of', async () => {
  const monday = nextMonday();
  goTo(dayFrom(monday, -3), '12:00');
  await again();
  const [taken, moved] = [await sent(staff), await sent(staff)];
  for (const { recordID } of [taken, moved]) await list(recordID, dayFrom(monday, 1));
  await lookAhead(app.deps);
  expect(await app.database.db.selectFrom('notifications').select('id').where('kind', '=', 'NOT_READY').execute()).toHaveLength(
    2,
  );
  await change(taken.recordID, { listed: null });
  await app.database.db.updateTable('cases').set({ clinician_id: operator.id }).where('id', '=', moved.recordID).execute();
  goTo(monday, '09:00');
  await app.doJobs();
  expect((await mailsTo(app, staff.email)).map(({ subject }) => subject).filter((each) => each.includes('ready'))).toEqual([]);
  // The person who has it now was not told yet: the next look finds them.
  await lookAhead(app.deps);
  goTo(dayFrom(monday, 1), '09:00');
  await app.doJobs();
  expect((await mailsTo(app, operator.email)).map(({ subject }) => subject)).toEqual([
    'Assent: 1 of your listed cases is not ready',
  ]);
});

test('several cases that are not ready stand in one line with their number and the address of Home, and a case without a version among them', async () => {
  const monday = nextMonday();
  goTo(dayFrom(monday, -3), '12:00');
  await again();
  const forms = [await sent(staff), await sent(staff)];
  for (const { recordID } of forms) await list(recordID, monday);
  await app.database.db
    .updateTable('cases')
    .set({ current_consent_id: null })
    .where('id', '=', forms[0]?.recordID ?? '')
    .execute();
  await lookAhead(app.deps);
  goTo(monday, '09:00');
  await app.doJobs();
  const [mail] = (await mailsTo(app, staff.email)).filter(({ subject }) => subject.includes('ready'));
  expect(mail?.subject).toBe('Assent: 2 of your listed cases are not ready');
  expect(mail?.text).toContain(`${app.deps.publicOrigin}/`);
  expect(mail?.text).not.toContain('/consent?id=');
});
