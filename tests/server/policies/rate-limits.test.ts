import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { HOUR } from '#domain/limits.ts';
import { DEMO_PASSWORD } from '#tests/support/builders.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { post } from '#tests/support/registering.ts';
import { useTestApp } from '#tests/support/use-test-app.ts';

const app = useTestApp();

const MINUTE = 60_000;

test.each([
  ['user/create', { appRole: 'CLINICIAN' }],
  ['user/forgot', {}],
  ['user/otp/email', {}],
] as const)('%s takes five calls an hour for one address of mail, known or not', async (path, fields) => {
  for (const email of ['reader@demo.nhs.uk', `unknown-${path.length}@demo.nhs.uk`]) {
    for (let calls = 1; calls <= 5; calls += 1) expect((await post(app, path, { email, ...fields })).status).toBe(200);
    const sent = (await mailsTo(app, email)).length;
    const slow = await post(app, path, { email, ...fields });
    expect(slow).toMatchObject({
      status: 429,
      body: { error: 'SLOW_DOWN', message: 'Too many tries. Please wait a little and try again.' },
    });
    expect(Number(slow.headers['retry-after'])).toBeGreaterThan(59 * 60);
    expect(await mailsTo(app, email)).toHaveLength(sent);
  }
  app.clock.advance(HOUR);
  expect((await post(app, path, { email: 'reader@demo.nhs.uk', ...fields })).status).toBe(200);
});

test('sixty calls an hour that could send a mail come from one network address, and others go on', async () => {
  const from = (address: string, at: number) => post(app, 'user/forgot', { email: `someone-${at}@demo.nhs.uk` }, { address });
  for (let calls = 1; calls <= 60; calls += 1) expect((await from('203.0.113.9', calls)).status).toBe(200);
  const slow = await from('203.0.113.9', 61);
  expect(slow.status).toBe(429);
  expect(Number(slow.headers['retry-after'])).toBeGreaterThan(59 * 60);
  expect((await from('203.0.113.10', 62)).status).toBe(200);
});

test('one household of IPv6 addresses is one', async () => {
  for (let calls = 1; calls <= 60; calls += 1)
    await post(app, 'user/forgot', { email: `six-${calls}@demo.nhs.uk` }, { address: `2001:db8:5:6::${calls}` });
  expect((await post(app, 'user/forgot', { email: 'six@demo.nhs.uk' }, { address: '2001:db8:5:6:7:8:9:a' })).status).toBe(429);
  expect((await post(app, 'user/forgot', { email: 'six@demo.nhs.uk' }, { address: '2001:db8:5:7::1' })).status).toBe(200);
});

test('a hundred wrong guesses in a quarter of an hour come from one network address, right ones are not counted', async () => {
  const address = '198.51.100.20';
  const login = (email: string, password = 'Wrong2026!') => post(app, 'user/login', { email, password }, { address });
  for (let rights = 1; rights <= 20; rights += 1) expect((await login('clinician@demo.nhs.uk', DEMO_PASSWORD)).status).toBe(200);
  for (let wrongs = 1; wrongs <= 100; wrongs += 1) expect((await login(`guess-${wrongs}@demo.nhs.uk`)).status).toBe(401);
  expect((await login('clinician@demo.nhs.uk', DEMO_PASSWORD)).status).toBe(429);
  const elsewhere = await post(app, 'user/login', { email: 'clinician@demo.nhs.uk', password: DEMO_PASSWORD });
  expect(elsewhere.status).toBe(200);
  app.clock.advance(15 * MINUTE);
  expect((await login('clinician@demo.nhs.uk', DEMO_PASSWORD)).status).toBe(200);
});

test.each([
  ['a file', 600, (): Partial<InjectOptions> => ({ method: 'POST', url: '/api/verify', ...aForm('%PDF-1.7') })],
  ['a printed code', 1200, (): Partial<InjectOptions> => ({ url: '/api/verify/0000-0000-0000' })],
])('%s is checked %d times in a quarter of an hour for one network address, and others go on', async (_, most, asked) => {
  const check = (remoteAddress: string) => app.ask({ ...asked(), remoteAddress });
  expect((await check('203.0.113.30')).status).toBe(200);
  // The others are counted without being made.
  const ownCount = app.database.db.updateTable('throttles').where('name', 'like', '%:203.0.113.30').where('hits', '=', 1);
  await ownCount.set({ hits: most - 1 }).execute();
  expect((await check('203.0.113.30')).status).toBe(200);
  const slow = await check('203.0.113.30');
  expect(slow).toMatchObject({ status: 429, body: { error: 'SLOW_DOWN' } });
  expect(Number(slow.headers['retry-after'])).toBeGreaterThan(14 * 60);
  expect((await check('203.0.113.31')).status).toBe(200);
  app.clock.advance(15 * MINUTE);
  expect((await check('203.0.113.30')).status).toBe(200);
});

/** A form with one file, as a browser sends it. */
function aForm(content: string): Pick<InjectOptions, 'headers' | 'payload'> {
  const part = 'Content-Disposition: form-data; name="file"; filename="form.pdf"';
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    payload: `--edge\r\n${part}\r\nContent-Type: application/pdf\r\n\r\n${content}\r\n--edge--\r\n`,
  };
}

test('many guesses at once are as many tries', async () => {
  const email = 'eyes@demo.nhs.uk';
  const answers = await Promise.all(Array.from({ length: 30 }, () => post(app, 'user/login', { email, password: 'Wrong2026!' })));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
});

test('what has ended is forgotten: guesses at made-up addresses do not fill the database', async () => {
  const { db } = app.database;
  const count = async () => (await db.selectFrom('throttles').select('name').execute()).length;
  const most = await count();
  expect(most).toBeGreaterThan(100);
  app.clock.advance(2 * HOUR);
  for (let calls = 1; calls <= 30; calls += 1)
    await post(app, 'user/login', { email: 'nurse@demo.nhs.uk', password: DEMO_PASSWORD });
  expect(await count()).toBeLessThan(10);
});
