import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { expect, test, vi } from 'vitest';
import { HOUR } from '#domain/base/limits.ts';
import { hit } from '#server/data/accounts/throttles.ts';
import { RATE_LIMITS } from '#server/policies/rate-limits.ts';
import { DEMO_PASSWORD, signIn } from '#tests/support/forms/builders.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { post } from '#tests/support/people/registering.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

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
    // Of five in an hour one is paid back each twelve minutes.
    expect(slow).toMatchObject({
      status: 429,
      body: { error: 'SLOW_DOWN', message: 'Too many tries. Try again in 12 minutes.' },
    });
    expect(Number(slow.headers['retry-after'])).toBeGreaterThan(11 * 60);
    expect(await mailsTo(app, email)).toHaveLength(sent);
  }
  app.clock.advance(HOUR);
  expect((await post(app, path, { email: 'reader@demo.nhs.uk', ...fields })).status).toBe(200);
});

test('sixty calls at once that could send a mail come from one network address, then one each quarter of a minute', async () => {
  const from = (address: string, at: number) => post(app, 'user/forgot', { email: `someone-${at}@demo.nhs.uk` }, { address });
  for (let calls = 1; calls <= 60; calls += 1) expect((await from('203.0.113.9', calls)).status).toBe(200);
  const slow = await from('203.0.113.9', 61);
  expect(slow.status).toBe(429);
  expect(Number(slow.headers['retry-after'])).toBeLessThanOrEqual(15);
  expect((await from('203.0.113.10', 62)).status).toBe(200);
  app.clock.advance(15_000);
  expect((await from('203.0.113.9', 63)).status).toBe(200);
});

test('one household of IPv6 addresses is one', async () => {
  for (let calls = 1; calls <= 60; calls += 1)
    await post(app, 'user/forgot', { email: `six-${calls}@demo.nhs.uk` }, { address: `2001:db8:5:6::${calls}` });
  expect((await post(app, 'user/forgot', { email: 'six@demo.nhs.uk' }, { address: '2001:db8:5:6:7:8:9:a' })).status).toBe(429);
  expect((await post(app, 'user/forgot', { email: 'six@demo.nhs.uk' }, { address: '2001:db8:5:7::1' })).status).toBe(200);
});

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';
const guess = (email: string, password: string, address: string, agent = FIREFOX) =>
  post(app, 'user/login', { email, password }, { address, agent });
/** Spends the hundred guesses of a network. */
async function spend(address: string): Promise<void> {
  await guess('spender@demo.nhs.uk', 'Wrong2026!', address);
  // The others are counted without being made.
  await fill(`guesses:${address}`, 15 * MINUTE);
  expect((await guess('spender@demo.nhs.uk', 'Wrong2026!', address)).status).toBe(429);
  app.clock.advance(1000);
}

test('a hundred wrong guesses at once come from one network address, right ones are not counted', async () => {
  const address = '198.51.100.20';
  const login = (email: string, password = 'Wrong2026!') => guess(email, password, address);
  for (let rights = 1; rights <= 20; rights += 1) expect((await login('clinician@demo.nhs.uk', DEMO_PASSWORD)).status).toBe(200);
  for (let wrongs = 1; wrongs <= 100; wrongs += 1) expect((await login(`guess-${wrongs}@demo.nhs.uk`)).status).toBe(401);
  const slow = await login('guess-101@demo.nhs.uk');
  expect(slow.status).toBe(429);
  expect(Number(slow.headers['retry-after'])).toBeLessThanOrEqual(9);
  expect((await guess('nurse@demo.nhs.uk', DEMO_PASSWORD, '198.51.100.21')).status).toBe(200);
  app.clock.advance(9000);
  expect((await login('guess-102@demo.nhs.uk')).status).toBe(401);
});

test('from a spent network a right password passes where its person has signed in before, and nowhere else', async () => {
  const [address, email] = ['198.51.100.40', 'clinician@demo.nhs.uk'];
  expect((await guess(email, DEMO_PASSWORD, address)).status).toBe(200);
  await spend(address);
  expect((await guess(email, DEMO_PASSWORD, address)).status).toBe(200);
  app.clock.advance(1000);
  expect((await guess(email, DEMO_PASSWORD, address, 'curl/8')).status, 'another browser').toBe(429);
  app.clock.advance(1000);
  expect((await guess('admin@demo.nhs.uk', DEMO_PASSWORD, address)).status, 'another person').toBe(429);
});

test('from a spent network nothing tells a known account from an unknown one, or a known place from another', async () => {
  const [address, email] = ['198.51.100.50', 'clinician@demo.nhs.uk'];
  expect((await guess(email, DEMO_PASSWORD, address)).status).toBe(200);
  await spend(address);
  const { passwords } = app.deps;
  const verify = passwords.verify.bind(passwords);
  let hashes = 0;
  passwords.verify = async (...given) => {
    hashes += 1;
    return verify(...given);
  };
  const seen = [];
  for (const each of [email, 'nurse@demo.nhs.uk', 'nobody@demo.nhs.uk']) {
    app.clock.advance(200);
    hashes = 0;
    const { status, headers, body } = await guess(each, 'Wrong2026!', address);
    seen.push({ status, hashes, retryAfter: Number(headers['retry-after']) > 0, ...body, requestId: '' });
  }
  passwords.verify = verify;
  expect(seen[0]).toMatchObject({ status: 429, hashes: 1 });
  expect(seen).toEqual([seen[0], seen[0], seen[0]]);
});

test('ten guesses at a known place are all that a spent account takes there, the right one too', async () => {
  const [address, email] = ['198.51.100.60', 'bch@demo.nhs.uk'];
  expect((await guess(email, DEMO_PASSWORD, address)).status).toBe(200);
  await fill(`login:${email}`, 15 * MINUTE);
  for (let wrongs = 1; wrongs <= 10; wrongs += 1) {
    expect((await guess(email, 'Wrong2026!', address)).status).toBe(429);
    app.clock.advance(200);
  }
  expect((await guess(email, DEMO_PASSWORD, address)).status).toBe(429);
});

test('a registered tablet counts apart from the network that it shares, another id does not', async () => {
  const [address, email] = ['198.51.100.70', 'nurse@demo.nhs.uk'];
  const staff = await signIn(app, email);
  const tablet = randomUUID();
  const secret = Buffer.alloc(32, 7).toString('base64');
  await staff.call('userDevice', { deviceId: tablet, deviceSecret: secret, name: 'Ward tablet', unsent: 0 });
  await spend(address);
  const from = (deviceId: string, deviceSecret = secret) =>
    app.ask({
      method: 'POST',
      url: '/api/user/login',
      payload: { email: 'lead@demo.nhs.uk', password: 'Wrong2026!', device: { deviceId, deviceSecret } },
      headers: { 'user-agent': FIREFOX },
      remoteAddress: address,
    });
  expect((await from(tablet)).status).toBe(401);
  expect((await from(randomUUID())).status).toBe(429);
  app.clock.advance(1000);
  expect((await from(tablet, Buffer.alloc(32, 8).toString('base64'))).status).toBe(429);
  await app.database.db
    .updateTable('devices')
    .set({ revoked_at: new Date(0).toISOString() })
    .where('id', '=', tablet)
    .execute();
  app.clock.advance(1000);
  expect((await from(tablet)).status).toBe(429);
});

test('a limit that is known to be spent is refused without a look at the database', async () => {
  const address = '198.51.100.80';
  await spend(address);
  expect((await guess('one@demo.nhs.uk', 'Wrong2026!', address)).status).toBe(429);
  const before = await app.database.db.selectFrom('throttles').selectAll().orderBy('name').execute();
  const execute = vi.spyOn(app.deps.passwords, 'verify');
  for (let calls = 1; calls <= 20; calls += 1)
    expect((await guess(`more-${calls}@demo.nhs.uk`, 'Wrong2026!', address)).status).toBe(429);
  expect(execute).not.toHaveBeenCalled();
  execute.mockRestore();
  expect(await app.database.db.selectFrom('throttles').selectAll().orderBy('name').execute()).toEqual(before);
});

/** Spends a limit without making its attempts. @param window - ms */
async function fill(name: string, window: number): Promise<void> {
  const resetsAt = new Date(app.clock.now() + window).toISOString();
  const row = { name, hits: 1, resets_at: resetsAt };
  await app.database.db
    .insertInto('throttles')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

test.each([
  ['a file', 600, (): Partial<InjectOptions> => ({ method: 'POST', url: '/api/verify', ...aForm('%PDF-1.7') })],
  ['a printed code', 1200, (): Partial<InjectOptions> => ({ url: '/api/verify/0000-0000-0000' })],
])('%s is checked %d times in a quarter of an hour for one network address, and others go on', async (_, most, asked) => {
  const check = (remoteAddress: string) => app.ask({ ...asked(), remoteAddress });
  expect((await check('203.0.113.30')).status).toBe(200);
  const name = `${most === 600 ? 'files' : 'printed'}:203.0.113.30`;
  // The others are counted without being made; one is left.
  await fill(name, 15 * MINUTE - (15 * MINUTE) / most);
  expect((await check('203.0.113.30')).status).toBe(200);
  const slow = await check('203.0.113.30');
  expect(slow).toMatchObject({ status: 429, body: { error: 'SLOW_DOWN' } });
  expect(Number(slow.headers['retry-after'])).toBeLessThanOrEqual(2);
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

test('a registered tablet is a place of its own, and asks for its mails apart from its network', async () => {
  const [address, email] = ['198.51.100.75', 'bch@demo.nhs.uk'];
  app.clock.advance(HOUR);
  const proof = { deviceId: randomUUID(), deviceSecret: Buffer.alloc(32, 9).toString('base64') };
  const on = (path: string, payload: object) =>
    app.ask({ method: 'POST', url: `/api/user/${path}`, payload, headers: { 'user-agent': FIREFOX }, remoteAddress: address });
  const right = { email, password: DEMO_PASSWORD };
  await (await signIn(app, email)).call('userDevice', { ...proof, name: 'Ward tablet', unsent: 0 });
  expect((await on('login', right)).status).toBe(200);
  // Somebody in the same network, with the same browser, spends the account, and the place that all of them share.
  for (let tries = 0; tries < 25; tries += 1) {
    await on('login', { email, password: 'Wrong2026!' });
    app.clock.advance(150);
  }
  expect((await on('login', right)).status).toBe(429);
  // The slow turn of that account was taken just now.
  expect((await on('login', { ...right, device: proof })).status).toBe(200);
  await fill(RATE_LIMITS.mails(address).name, HOUR / 4);
  await fill(RATE_LIMITS.guesses(address).name, HOUR / 4);
  const statuses = async (device: object) => [
    (await on('forgot', { email, ...device })).status,
    (await on('register', { email, authorisationCode: 'ABCD2345', password: 'Another2026!x', ...device })).status,
  ];
  expect(await statuses({ device: { ...proof, deviceId: randomUUID() } })).toEqual([429, 429]);
  expect(await statuses({ device: proof })).toEqual([200, 422]);
});

test.each([HOUR, 48 * HOUR, 365 * 24 * HOUR])('a clock that was %i ms ahead shuts nobody out once it is right', async (ahead) => {
  const address = `198.18.7.${ahead % 251}`;
  app.clock.advance(ahead);
  // Spent, and known to be by this server as well.
  for (let calls = 1; calls <= 7; calls += 1)
    expect((await post(app, 'user/forgot', { email: `ahead-${ahead}@demo.nhs.uk` }, { address })).status).toBe(
      calls <= 5 ? 200 : 429,
    );
  app.clock.advance(-ahead);
  for (let calls = 1; calls <= 5; calls += 1)
    expect((await post(app, 'user/forgot', { email: `ahead-${ahead}@demo.nhs.uk` }, { address })).status).toBe(200);
  const slow = await post(app, 'user/forgot', { email: `ahead-${ahead}@demo.nhs.uk` }, { address });
  expect([slow.status, Number(slow.headers['retry-after']) <= HOUR / 1000]).toEqual([429, true]);
});

test('an attempt that is counted behind a later one finds a spent limit spent', async () => {
  const allowance = { name: `order:${randomUUID()}`, most: 5, window: HOUR };
  const now = app.clock.now();
  const at = (ms: number) => hit(app.database.db, allowance, new Date(now + ms).toISOString());
  for (let calls = 1; calls <= 5; calls += 1) expect((await at(0)).isTaken).toBe(true);
  for (const before of [-1, -30_000]) expect(await at(before)).toEqual({ isTaken: false, resetsAt: now + before + HOUR });
});
