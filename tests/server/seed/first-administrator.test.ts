import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#domain/base/limits.ts';
import { buildApp } from '#server/app.ts';
import { migrate } from '#server/data/open/migrate.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import type { Deps } from '#server/deps.ts';
import { seed } from '#server/seed/seed.ts';
import { welcome } from '#server/welcome.ts';
import { openTestApp, type TestApp } from '#tests/support/server/app.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts';
import { NEW_PASSWORD } from '#tests/support/people/registering.ts';
import { appCode } from '#tests/support/people/totp.ts';

let demo: TestApp;
let database: TestDatabase<Tables>;
let deps: Deps;
let server: Awaited<ReturnType<typeof buildApp>>;
beforeAll(async () => {
  demo = await openTestApp();
  database = await openTestDatabase<Tables>({ name: 'nothing', migrate: ({ db }) => migrate(db) });
  deps = { ...demo.deps, database };
  server = await buildApp(deps);
});
afterAll(async () => {
  await server.close();
  await database.drop();
  await demo.close();
});

const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, token?: string) => {
  demo.clock.advance(1);
  const answer = await server.inject({
    method,
    url: `/api/${path}`,
    ...(payload === undefined ? {} : { payload }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return { status: answer.statusCode, body: answer.json() };
};

/** Starts on the same data once more. */
async function started(): Promise<{ email: string; code: string }> {
  demo.clock.advance(1);
  const seeded = await seed(deps, 'empty');
  if (seeded?.kind !== 'empty') throw new Error('Nobody waits for a code');
  return seeded;
}

test('an empty hospital has one administrator, who registers with the code of the last start and is active at once', async () => {
  const lost = await started();
  expect(lost.email).toBe('admin@nhs.net');
  const { email, code } = await started();
  expect(code).not.toBe(lost.code);
  const box = welcome({
    publicOrigin: 'http://assent.test',
    dataDir: '/data',
    kind: 'embedded',
    seeded: { kind: 'empty', email, code },
    hasDemo: false,
  });
  for (const words of ['http://assent.test/register-password', `Code: ${code}`, email]) expect(box).toContain(words);

  const register = (authorisationCode: string) =>
    ask('POST', 'user/register', { email, authorisationCode, password: NEW_PASSWORD });
  expect((await register(lost.code)).status).toBe(422);
  const { body: first } = await register(code);
  expect(first.user).toMatchObject({ status: 'PENDING_PROFILE', permissions: [], role: { key: 'ADMIN' } });
  const { token } = first;
  // Nobody waits for a code any more, so no start makes one.
  expect(await seed(deps, 'empty')).toBeUndefined();

  const speciality = await database.db.selectFrom('specialities').selectAll().executeTakeFirstOrThrow();
  const profile = {
    firstName: 'First',
    lastName: 'Administrator',
    phoneNumber: '01632960001',
    grade: 'Consultant',
    organisation: first.user.organisation.map(({ _id }: { _id: string }) => _id),
    speciality: speciality.name,
    specialityID: speciality.id,
    consultantCode: '1234567',
  };
  expect((await ask('PUT', 'user/update', profile, token)).body.user.status).toBe('PENDING_2FA');
  const { secret } = (await ask('GET', 'user/otp/requestqr', undefined, token)).body;
  await ask('POST', 'user/otp/setup', { code: appCode(secret, demo.clock.now()) }, token);
  const { body: last } = await ask('POST', 'user/acceptPolicy', { version: '1' }, token);
  expect(last.user).toMatchObject({ status: 'ACTIVE', appRole: 'ADMIN', accountType: 'ADMIN' });
  expect(last.user.permissions).toContain('users.manage');
  expect((await ask('GET', 'patient/get', undefined, token)).status).toBe(200);
});

test('the first administrator’s code is told at the console only, and lives a day', async () => {
  const own = await openTestDatabase<Tables>({ name: 'nothing', migrate: ({ db }) => migrate(db) });
  const other = { ...deps, database: own };
  const app = await buildApp(other);
  const seeded = await seed(other, 'empty');
  if (seeded?.kind !== 'empty') throw new Error('Nobody waits for a code');
  const { email, code } = seeded;
  for (const path of ['create', 'forgot'])
    await app.inject({
      method: 'POST',
      url: `/api/user/${path}`,
      payload: path === 'create' ? { email, appRole: 'ADMIN' } : { email },
    });
  expect(await own.db.selectFrom('mails').selectAll().execute()).toEqual([]);
  demo.clock.advance(24 * HOUR);
  const payload = { email, authorisationCode: code, password: NEW_PASSWORD };
  expect((await app.inject({ method: 'POST', url: '/api/user/register', payload })).statusCode).toBe(422);
  await app.close();
  await own.drop();
});

test('an empty hospital offers nothing unreviewed: its starter library is drafts, which no consent takes', async () => {
  const { db } = database;
  const statuses = await db.selectFrom('procedures').select('status').distinct().execute();
  expect(statuses).toEqual([{ status: 'DRAFT' }]);
  expect(
    (await demo.database.db.selectFrom('procedures').select('status').distinct().execute()).map(({ status }) => status),
  ).toEqual(['ACTIVE']);
});
