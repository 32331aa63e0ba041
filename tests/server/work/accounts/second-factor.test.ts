import { expect, test } from 'vitest';
import { HOUR } from '#domain/base/limits.ts';
import type { Answer } from '#tests/support/server/app.ts';
import { callerOf, DEMO_PASSWORD, signIn } from '#tests/support/forms/builders.ts';
import { codeFor, mailsTo } from '#tests/support/people/mails.ts';
import { active, logOf, NEW_PASSWORD, post, registered, signInTwice, withTwoFactor } from '#tests/support/people/registering.ts';
import { appCode } from '#tests/support/people/totp.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

const MINUTE = 60_000;
const shown = (secret: string, from = 0) => appCode(secret, app.clock.now() + from);
const login = (email: string) => callerOf(app).refused('userLogin', { email, password: NEW_PASSWORD });
const verify = (email: string, code: string, password = NEW_PASSWORD) => post(app, 'user/otp/verify', { email, password, code });
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted();
const wrong = (secret: string) => String((Number(shown(secret)) + 1) % 1_000_000).padStart(6, '0');

test('who has a second factor gets a token only with password and code', async () => {
  const person = await active(app, 'two@demo.nhs.uk');
  expect(await login(person.email)).toMatchObject({
    status: 403,
    code: 'TWO_FACTOR_REQUIRED',
    message: 'Please enter the six digit code from your authenticator app',
  });
  const { user } = await signInTwice(app, person);
  expect(user).toMatchObject({ status: 'ACTIVE', TwoFAEnabled: true, appRole: 'CLINICIAN' });
});

test('a code needs the right password, and a password the right code; both are told alike', async () => {
  const { email, secret } = await active(app, 'both@demo.nhs.uk');
  const answers = [
    await verify(email, shown(secret), 'Wrong2026!'),
    await verify(email, wrong(secret)),
    await verify('nobody@demo.nhs.uk', shown(secret)),
    // Without a second factor there is nothing that a code could be.
    await post(app, 'user/otp/verify', { email: 'nurse@demo.nhs.uk', password: 'Demo2026!', code: '000000' }),
  ];
  for (const { status, body } of answers)
    expect({ status, ...body, requestId: '' }).toEqual({
      status: 401,
      error: 'INCORRECT_CREDENTIALS',
      message: 'Incorrect email or password. Please try again',
      requestId: '',
    });
  expect((await verify(email, shown(secret))).status).toBe(200);
});

const STEPS = [-2, -1, 0, 1, 2];
const isTaken = (step: number) => Math.abs(step) < 2;

test('a code is good one step early and one step late, no more, and a step is used once whichever way the clock is wrong', async () => {
  for (const step of STEPS) {
    const { email, secret } = await active(app, `drift${step + 2}@demo.nhs.uk`);
    app.clock.advance(90_000);
    expect([step, (await verify(email, shown(secret, step * 30_000))).status]).toEqual([step, isTaken(step) ? 200 : 401]);
    if (!isTaken(step)) continue;
    // Used: neither again now, nor at its own time, nor one that was before it.
    expect((await verify(email, shown(secret, step * 30_000))).status).toBe(401);
    expect((await verify(email, shown(secret, (step - 1) * 30_000))).status).toBe(401);
    app.clock.advance(30_000);
    expect((await verify(email, shown(secret, (step - 1) * 30_000))).status).toBe(401);
    expect((await verify(email, shown(secret, step * 30_000))).status).toBe(200);
  }
});

test.each(STEPS)('a phone whose clock is %i steps off sets the second factor up, or does not, as it signs in', async (step) => {
  const { email, staff } = await registered(app, `phone${step + 2}@demo.nhs.uk`, { until: 'PENDING_2FA' });
  const { secret } = await staff.call('userOtpRequestqr', {});
  const code = shown(secret, step * 30_000);
  if (!isTaken(step)) {
    expect(await staff.refused('userOtpSetup', { code })).toMatchObject({ code: 'INCORRECT_CODE' });
    return;
  }
  await staff.call('userOtpSetup', { code });
  // The code that turned it on signs nobody in.
  expect((await verify(email, code)).status).toBe(401);
});

test('a code works once, also when fifty bring it at once', async () => {
  const { email, secret } = await active(app, 'once@demo.nhs.uk');
  const code = shown(secret);
  const answers = await Promise.all(Array.from({ length: 50 }, () => verify(email, code)));
  const told = statuses(answers);
  expect(told.filter((status) => status === 200)).toHaveLength(1);
  expect(told.filter((status) => status !== 200 && status !== 401 && status !== 429)).toEqual([]);
  app.clock.advance(16 * MINUTE);
  // The same digits are refused to everybody, and so are those of a step before.
  const next = shown(secret);
  expect((await verify(email, next)).status).toBe(200);
  expect((await verify(email, next)).status).toBe(401);
  expect((await verify(email, shown(secret, -30_000))).status).toBe(401);
});

test('the code that turned the second factor on is used by that', async () => {
  const { email, secret } = await registered(app, 'used@demo.nhs.uk', { until: 'PENDING_TERMS' });
  expect((await verify(email, shown(secret))).status).toBe(401);
  app.clock.advance(30_000);
  expect((await verify(email, shown(secret))).status).toBe(200);
});

test('five wrong codes make an account wait three minutes for each further one, the right one too, and nobody else', async () => {
  const person = await active(app, 'locked@demo.nhs.uk');
  const { email, secret } = person;
  for (let tries = 1; tries <= 5; tries += 1) expect((await verify(email, wrong(secret))).status).toBe(401);
  const locked = await verify(email, shown(secret));
  expect(locked).toMatchObject({ status: 429, body: { error: 'SLOW_DOWN' } });
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(170);
  expect(Number(locked.headers['retry-after'])).toBeLessThanOrEqual(180);
  const other = await active(app, 'not-locked@demo.nhs.uk');
  await signInTwice(app, other);
  expect((await logOf(app, email)).map(({ type }) => type).slice(-1)).toEqual(['SIGN_IN_LOCKED']);
  app.clock.advance(3 * MINUTE);
  await signInTwice(app, person);
});

test('many wrong codes at once are as many tries', async () => {
  const { email, secret } = await active(app, 'burst@demo.nhs.uk');
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(email, wrong(secret))));
  expect(statuses(answers)).toEqual([...Array.from({ length: 5 }, () => 401), ...Array.from({ length: 15 }, () => 429)]);
});

test('codes without the right password count as passwords, for an unknown address as for a known one, and lock no codes', async () => {
  const { email, secret } = await active(app, 'no-codes@demo.nhs.uk');
  for (const each of ['no-one@demo.nhs.uk', email]) {
    for (let tries = 1; tries <= 10; tries += 1) expect((await verify(each, '000000', 'Wrong2026!')).status).toBe(401);
    expect((await verify(each, '000000', 'Wrong2026!')).status).toBe(429);
  }
  app.clock.advance(1000);
  expect((await verify(email, shown(secret))).status).toBe(200);
});

test('a right code clears the count of wrong ones', async () => {
  const { email, secret } = await active(app, 'clears@demo.nhs.uk');
  for (let round = 1; round <= 3; round += 1) {
    for (let tries = 1; tries <= 4; tries += 1) expect((await verify(email, wrong(secret))).status).toBe(401);
    expect((await verify(email, shown(secret))).status).toBe(200);
    app.clock.advance(30_000);
  }
});

test('a backup code is mailed inside a half-finished sign-in, and signs in once', async () => {
  const { email } = await active(app, 'backup@demo.nhs.uk');
  const ask = () => callerOf(app).call('userOtpEmail', { email });
  const before = (await mailsTo(app, email)).length;
  expect(await ask()).toEqual({ message: 'Email sent' });
  expect(await mailsTo(app, email)).toHaveLength(before);
  await login(email);
  await ask();
  const code = await codeFor(app, email);
  expect(code).toMatch(/^\d{6}$/);
  const answers = await Promise.all(Array.from({ length: 5 }, () => verify(email, code)));
  expect(statuses(answers)).toEqual([200, 401, 401, 401, 401]);
  // The sign-in is whole by now: there is no half of one any more.
  const after = (await mailsTo(app, email)).length;
  await ask();
  expect(await mailsTo(app, email)).toHaveLength(after);
});

test('a backup code lives ten minutes, the newest only, and an hour brings three', async () => {
  const { email } = await active(app, 'three@demo.nhs.uk');
  const codes: string[] = [];
  for (let asked = 1; asked <= 5; asked += 1) {
    await login(email);
    expect(await callerOf(app).call('userOtpEmail', { email })).toEqual({ message: 'Email sent' });
    codes.push(await codeFor(app, email));
  }
  expect(new Set(codes).size).toBe(3);
  expect((await verify(email, codes[0] ?? '')).status).toBe(401);
  app.clock.advance(10 * MINUTE);
  expect((await verify(email, codes[2] ?? '')).status).toBe(401);
  app.clock.advance(HOUR);
  await login(email);
  await callerOf(app).call('userOtpEmail', { email });
  app.clock.advance(9 * MINUTE);
  expect((await verify(email, await codeFor(app, email))).status).toBe(200);
});

test('ten minutes after the password nothing is mailed any more', async () => {
  const { email } = await active(app, 'late@demo.nhs.uk');
  await login(email);
  app.clock.advance(10 * MINUTE);
  const before = (await mailsTo(app, email)).length;
  await callerOf(app).call('userOtpEmail', { email });
  expect(await mailsTo(app, email)).toHaveLength(before);
});

test('asking for a backup code tells nobody whether an address is known, and leaves nothing behind for an unknown one', async () => {
  const { email } = await active(app, 'quiet@demo.nhs.uk');
  await login(email);
  const [known, unknown] = [
    await post(app, 'user/otp/email', { email }),
    await post(app, 'user/otp/email', { email: 'quieter@demo.nhs.uk' }),
  ];
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  expect(await mailsTo(app, 'quieter@demo.nhs.uk')).toEqual([]);
  const { db } = app.database;
  expect(await db.selectFrom('users').select('id').where('email', '=', 'quieter@demo.nhs.uk').execute()).toEqual([]);
});

test('each look at the picture makes a new secret, and only the newest is confirmed, with the password, for this session alone', async () => {
  const staff = await signIn(app, 'nurse@demo.nhs.uk');
  const first = await staff.call('userOtpRequestqr', {});
  const second = await staff.call('userOtpRequestqr', {});
  expect(second.secret).not.toBe(first.secret);
  expect(await staff.refused('userOtpSetup', { code: shown(first.secret), password: DEMO_PASSWORD })).toMatchObject({
    status: 422,
    code: 'INCORRECT_CODE',
  });
  // A secret that nobody confirmed asks nobody for a code.
  const elsewhere = await signIn(app, 'nurse@demo.nhs.uk');
  for (const password of [undefined, 'Wrong2026!'])
    expect(
      await staff.refused('userOtpSetup', { code: shown(second.secret), ...(password === undefined ? {} : { password }) }),
    ).toMatchObject({ status: 422, code: 'INCORRECT_PASSWORD' });
  await elsewhere.call('userMe', {});
  expect((await staff.call('userOtpSetup', { code: shown(second.secret), password: DEMO_PASSWORD })).message).toBe(
    '2FA set up succesfully',
  );
  const on = { status: 409, code: 'MOVE_REFUSED', message: 'Two-factor authentication is already set up' };
  expect(await staff.refused('userOtpRequestqr', {})).toMatchObject(on);
  expect((await elsewhere.refused('userMe', {})).code).toBe('SIGN_IN');
  expect(await staff.refused('userOtpSetup', { code: shown(second.secret, 30_000), password: DEMO_PASSWORD })).toMatchObject(on);
  expect((await mailsTo(app, 'nurse@demo.nhs.uk')).map(({ code }) => code)).toEqual([undefined]);
  expect((await staff.call('userMe', {})).user.TwoFAEnabled).toBe(true);
});

test('five wrong codes at the set-up make one wait, too', async () => {
  const staff = await signIn(app, 'eyes@demo.nhs.uk');
  const { secret } = await staff.call('userOtpRequestqr', {});
  for (let tries = 1; tries <= 5; tries += 1)
    expect((await staff.refused('userOtpSetup', { code: wrong(secret), password: DEMO_PASSWORD })).code).toBe('INCORRECT_CODE');
  expect((await staff.refused('userOtpSetup', { code: shown(secret), password: DEMO_PASSWORD })).status).toBe(429);
  app.clock.advance(15 * MINUTE);
  await withTwoFactor(app, staff, DEMO_PASSWORD);
});

test('a code is six digits, however an app spaces them', async () => {
  const { email, secret } = await active(app, 'spaced@demo.nhs.uk');
  for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６', 123456])
    expect((await post(app, 'user/otp/verify', { email, password: NEW_PASSWORD, code })).status).toBe(400);
  const code = shown(secret);
  expect((await verify(email, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
});
