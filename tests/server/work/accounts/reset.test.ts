import { expect, test } from 'vitest';
import { HOUR } from '#domain/base/limits.ts';
import { callerOf, DEMO_PASSWORD, signIn } from '#tests/support/forms/builders.ts';
import { codeFor, mailsTo } from '#tests/support/people/mails.ts';
import { active, logOf, NEW_PASSWORD, post, registered, signInTwice } from '#tests/support/people/registering.ts';
import { appCode } from '#tests/support/people/totp.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

const OTHER = 'Other!Leaf8';
const forgot = (email: string) => callerOf(app).call('userForgot', { email });
const reset = async (email: string, password = OTHER) =>
  callerOf(app).call('userRegister', { email, authorisationCode: await codeFor(app, email), password });

test('a forgotten password is set anew with the mailed code, which ends every session and gives none', async () => {
  const email = 'nurse@demo.nhs.uk';
  const [here, there] = [await signIn(app, email), await signIn(app, email)];
  expect(await forgot(email)).toEqual({ message: 'Email sent' });
  await here.call('userMe', {});
  expect(await reset(email)).toEqual({ message: 'Your password is set. Please sign in.' });
  for (const staff of [here, there]) expect((await staff.refused('userMe', {})).status).toBe(401);
  expect((await callerOf(app).refused('userLogin', { email, password: DEMO_PASSWORD })).code).toBe('INCORRECT_CREDENTIALS');
  await callerOf(app).call('userLogin', { email, password: OTHER });
  expect((await logOf(app, email)).map(({ type }) => type)).toContain('PASSWORD_RESET');
  // The mail with the code, and the one that says that it was used.
  expect((await mailsTo(app, email)).map(({ code }) => code === undefined)).toEqual([false, true]);
});

test('a reset never skips the second factor', async () => {
  const { email, secret } = await active(app, 'rowan@demo.nhs.uk');
  await forgot(email);
  expect(await reset(email)).not.toHaveProperty('token');
  expect((await callerOf(app).refused('userLogin', { email, password: OTHER })).code).toBe('TWO_FACTOR_REQUIRED');
  const code = appCode(secret, app.clock.now());
  const { user } = await callerOf(app).call('userOtpVerify', { email, password: OTHER, code });
  expect(user.TwoFAEnabled).toBe(true);
});

test('the code of a reset is single, the newest and a day old at most', async () => {
  const email = 'reader@demo.nhs.uk';
  await forgot(email);
  const older = await codeFor(app, email);
  await forgot(email);
  const newer = await codeFor(app, email);
  const refused = (authorisationCode: string) =>
    callerOf(app).refused('userRegister', { email, authorisationCode, password: OTHER });
  expect((await refused(older)).code).toBe('INCORRECT_CODE');
  await reset(email);
  expect((await refused(newer)).code).toBe('INCORRECT_CODE');
  await forgot(email);
  const last = await codeFor(app, email);
  app.clock.advance(24 * HOUR);
  expect((await refused(last)).code).toBe('INCORRECT_CODE');
});

test('an address that nobody has gets the same answer, no mail, and no account', async () => {
  const [known, unknown] = [
    await post(app, 'user/forgot', { email: 'auditor@demo.nhs.uk' }),
    await post(app, 'user/forgot', { email: 'nobody@demo.nhs.uk' }),
  ];
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  expect(await mailsTo(app, 'nobody@demo.nhs.uk')).toEqual([]);
  const { db } = app.database;
  expect(await db.selectFrom('users').select('id').where('email', '=', 'nobody@demo.nhs.uk').execute()).toEqual([]);
  expect(await logOf(app, 'nobody@demo.nhs.uk')).toEqual([]);
});

test('a reset wakes no account that an administrator has put to sleep', async () => {
  const email = 'hospital@demo.nhs.uk';
  await app.database.db.updateTable('users').set({ status: 'SUSPENDED' }).where('email', '=', email).execute();
  await forgot(email);
  await reset(email);
  expect((await callerOf(app).refused('userLogin', { email, password: OTHER })).code).toBe('NOT_ACTIVATED');
});

test('who forgot the password before the first one gets the code of the registration', async () => {
  const { email } = await registered(app, 'alder@demo.nhs.uk', { until: 'PENDING_EMAIL' });
  await forgot(email);
  const answer = await reset(email, NEW_PASSWORD);
  expect(answer.user?.status).toBe('PENDING_PROFILE');
  expect((await callerOf(app, answer.token).call('userMe', {})).user.email).toBe(email);
});

test('a reset clears the lock that wrong passwords made, not that of wrong codes', async () => {
  const person = await active(app, 'beech@demo.nhs.uk');
  const { email, secret } = person;
  const elsewhere = { address: '203.0.113.77' };
  for (let tries = 1; tries <= 10; tries += 1)
    expect((await post(app, 'user/login', { email, password: 'Wrong2026!' }, elsewhere)).status).toBe(401);
  expect((await post(app, 'user/login', { email, password: NEW_PASSWORD }, elsewhere)).status).toBe(429);
  for (let tries = 1; tries <= 5; tries += 1) {
    app.clock.advance(1000);
    expect((await post(app, 'user/otp/verify', { email, password: NEW_PASSWORD, code: '000000' })).status).toBe(401);
  }
  await forgot(email);
  await reset(email, NEW_PASSWORD);
  expect((await callerOf(app).refused('userLogin', { email, password: NEW_PASSWORD })).code).toBe('TWO_FACTOR_REQUIRED');
  const code = appCode(secret, app.clock.now());
  expect((await callerOf(app).refused('userOtpVerify', { email, password: NEW_PASSWORD, code })).status).toBe(429);
  app.clock.advance(15 * 60_000);
  await signInTwice(app, person);
});
