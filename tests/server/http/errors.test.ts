import { expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { defaultLimits, openSql } from '#server/data/open/dialect.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { failureOf } from '#server/http/errors.ts';
import { Busy } from '#server/outside/work-thread.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

test('while the database is down a call is answered 503 with the time of a retry', async () => {
  // Nobody listens at this port.
  const db = openSql<Tables>({
    config: { connectionString: 'postgres://assent@127.0.0.1:1/none', max: 2 },
    limits: defaultLimits,
  });
  const server = await buildApp({
    ...app.deps,
    database: { db, kind: 'postgres', listen: () => () => undefined, ready: async () => false },
  });
  const { statusCode, headers, body } = await server.inject({
    url: '/api/user/me',
    headers: { authorization: `Bearer s_${'x'.repeat(43)}` },
  });
  expect(statusCode).toBe(503);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(JSON.parse(body)).toMatchObject({ error: 'BUSY', message: 'The server is busy. Please try again in a moment.' });
  await server.close();
  await db.destroy();
});

test('a file that cannot be checked now is answered 503 with the time of a retry', async () => {
  const verify = () => Promise.reject(new Busy('Too many files wait.'));
  const server = await buildApp({ ...app.deps, sealer: { ...app.deps.sealer, verify } });
  const { statusCode, headers } = await server.inject({
    method: 'POST',
    url: '/api/verify',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\nhello\r\n--x--\r\n',
  });
  expect(statusCode).toBe(503);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  await server.close();
});

test.each([
  ['a connection that is cut', new Error('Connection terminated unexpectedly')],
  ['a restart', Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })],
  ['a start', Object.assign(new Error('the database system is starting up'), { code: '57P03' })],
  ['a reset connection', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
])('%s of the database is a 503, another error is not', (_, error) => {
  const around = { log: app.deps.log, requestId: '', call: '' };
  expect(failureOf(error, around)).toMatchObject({ status: 503, retryAfter: 2 });
  expect(failureOf(new Error('something else'), around).status).toBe(500);
});
