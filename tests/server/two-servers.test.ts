import { sql as raw } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#domain/base/limits.ts';
import { buildApp } from '#server/app.ts';
import { openAccessLog } from '#server/data/audit/access-log.ts';
import { openPostgres } from '#server/data/open/postgres.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import type { Deps } from '#server/deps.ts';
import { openTestApp, type TestApp } from '#tests/support/server/app.ts';
import { DEMO_PASSWORD, draft, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { databaseUrl } from '#tests/support/server/database.ts';
import { addPerson, roleId } from '#tests/support/people/people.ts';
import { active, NEW_PASSWORD, signInTwice } from '#tests/support/people/registering.ts';
import { appCode } from '#tests/support/people/totp.ts';

let first: TestApp;
let second: Awaited<ReturnType<typeof buildApp>>;
let closeSecond: () => Promise<void>;
beforeAll(async () => {
  first = await openTestApp();
  // Half an hour before the day ends where the hospital is, so that a date passes while people are signed in.
  first.clock.advance(8.5 * HOUR);
  const { database, close } = await ownConnection(first);
  second = await buildApp({ ...first.deps, database, accessLog: openAccessLog({ ...first.deps, db: database.db }) });
  closeSecond = close;
});
afterAll(async () => {
  await second.close();
  await closeSecond();
  await first.close();
});

/** On PostgreSQL the second server has connections of its own; the embedded database has one for everybody. */
async function ownConnection({ deps, database }: TestApp): Promise<{ database: Deps['database']; close(): Promise<void> }> {
  const server = process.env['ASSENT_TEST_POSTGRES'];
  if (database.kind === 'embedded' || server === undefined) return { database: deps.database, close: async () => undefined };
  const { rows } = await raw<{ name: string }>`select current_database() as name`.execute(database.db);
  return openPostgres<Tables>({ url: databaseUrl(server, rows[0]?.name ?? '') }).then((own) => ({
    database: own,
    close: () => own.close(),
  }));
}

const ask = async (method: 'GET' | 'POST', path: string, { token, payload }: { token?: string; payload?: object } = {}) => {
  const {
    statusCode: status,
    headers,
    body,
  } = await second.inject({
    method,
    url: `/api/${path}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status, headers, body };
};

test('a session of one server is one of the other, and so is its end', async () => {
  const staff = await signIn(first, 'nurse@demo.nhs.uk');
  expect((await ask('GET', 'user/me', staff)).status).toBe(200);
  expect((await ask('POST', 'user/destroyToken', { ...staff, payload: {} })).status).toBe(200);
  expect((await staff.refused('userMe', {})).status).toBe(401);
});

test('a changed password on one server ends the sessions of the other', async () => {
  const email = 'reader@demo.nhs.uk';
  const [here, there] = [await signIn(first, email), await signIn(first, email)];
  const payload = { email, oldPassword: DEMO_PASSWORD, newPassword: NEW_PASSWORD };
  expect((await ask('POST', 'user/changePassword', { ...here, payload })).status).toBe(200);
  expect((await there.refused('userMe', {})).status).toBe(401);
  await here.call('userMe', {});
});

test.each<[string, (admin: Caller, email: string) => Promise<unknown>]>([
  ['a suspension', (admin, email) => admin.call('userAuthorise', { email, status: 'SUSPENDED' })],
  [
    'another role',
    async (admin, email) =>
      admin.call('userAuthorise', { email, roleID: await roleId(admin, 'READ_ONLY'), expiryDate: '2027-01-01' }),
  ],
  [
    'a role that was changed',
    async (admin) =>
      admin.call('roleUpdate', { id: await roleId(admin, 'HOSPITAL_USER'), name: 'Desk', permissions: ['dashboard.read'] }),
  ],
  [
    'a date that has passed',
    async (admin, email) => {
      const roleID = await roleId(admin, 'HOSPITAL_USER');
      await admin.call('userAuthorise', { email, roleID, expiryDate: '2026-08-06' });
      first.clock.advance(HOUR / 2);
    },
  ],
])('%s ends the sessions on both servers at once, and nobody else’s', async (_, change) => {
  const { email } = await addPerson(first, { role: 'HOSPITAL_USER' });
  const [staff, colleague] = [await signIn(first, email), await signIn(first, 'nurse@demo.nhs.uk')];
  for (const each of [staff, colleague]) expect((await ask('GET', 'user/me', each)).status).toBe(200);
  await change(await signIn(first, 'admin@demo.nhs.uk'), email);
  expect((await ask('GET', 'user/me', staff)).status).toBe(401);
  expect((await staff.refused('userMe', {})).status).toBe(401);
  expect((await ask('GET', 'user/me', colleague)).status).toBe(200);
});

test('wrong passwords count on both servers together', async () => {
  const email = 'auditor@demo.nhs.uk';
  for (let tries = 1; tries <= 5; tries += 1) {
    await first.ask({ method: 'POST', url: '/api/user/login', payload: { email, password: 'Wrong2026!' } });
    await ask('POST', 'user/login', { payload: { email, password: 'Wrong2026!' } });
  }
  const slow = await ask('POST', 'user/login', { payload: { email, password: DEMO_PASSWORD } });
  expect(slow.status).toBe(429);
  expect(Number(slow.headers['retry-after'])).toBeGreaterThan(60);
});

test('one code that both servers get at once signs in on one', async () => {
  const { email, secret } = await active(first, 'twin@demo.nhs.uk');
  const payload = { email, password: NEW_PASSWORD, code: appCode(secret, first.clock.now()) };
  const answers = await Promise.all([
    ...Array.from({ length: 2 }, () => first.ask({ method: 'POST', url: '/api/user/otp/verify', payload })),
    ...Array.from({ length: 2 }, () => ask('POST', 'user/otp/verify', { payload })),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  first.clock.advance(30_000);
  expect((await ask('GET', 'user/me', await signInTwice(first, { email, secret }))).status).toBe(200);
});

test('a reason that was given to one server opens the record at the other, and both write whole chains of readings', async () => {
  const staff = await signIn(first);
  const eyes = await signIn(first, 'eyes@demo.nhs.uk');
  const { data, recordID } = await draft(staff);
  first.deps.settings.breakGlass = true;
  const there = async () => (await ask('GET', `record/details?id=${recordID}`, eyes)).status;
  expect(await there()).toBe(403);
  await eyes.call('patientBreakGlass', { id: data.patientID, reason: 'On call tonight' });
  expect(await there()).toBe(200);
  await eyes.call('recordDetails', { id: recordID });
  first.deps.settings.breakGlass = false;
  const lines = await first.database.db.selectFrom('access_log').selectAll().where('case_id', '=', recordID).execute();
  expect(lines.map(({ call, why }) => [call, why])).toEqual([
    ['recordDetails', 'On call tonight'],
    ['recordDetails', 'On call tonight'],
  ]);
  expect(new Set(lines.map(({ chain_id }) => chain_id)).size).toBe(2);
});
