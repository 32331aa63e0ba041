import { expect, test } from 'vitest';
import { callerOf, DEMO_PASSWORD, signIn } from '#tests/support/forms/builders.ts';
import { codeFor, mailsTo } from '#tests/support/people/mails.ts';
import { logOf, NEW_PASSWORD, post } from '#tests/support/people/registering.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

const email = 'nurse@demo.nhs.uk';
const change = { email, oldPassword: DEMO_PASSWORD, newPassword: NEW_PASSWORD };

test('a changed password ends every other session of the account at once, and no other account’s', async () => {
  const [here, there, colleague] = [await signIn(app, email), await signIn(app, email), await signIn(app)];
  expect(await here.call('userChangePassword', change)).toEqual({ message: 'Password changed' });
  await here.call('userMe', {});
  await colleague.call('userMe', {});
  expect(await there.refused('userMe', {})).toMatchObject({
    status: 401,
    message: 'Expired or invalid token - please log in again',
  });
  expect((await callerOf(app).refused('userLogin', { email, password: DEMO_PASSWORD })).code).toBe('INCORRECT_CREDENTIALS');
  await callerOf(app).call('userLogin', { email, password: NEW_PASSWORD });
  const [mail] = await mailsTo(app, email);
  expect(mail?.code).toBeUndefined();
  expect((await logOf(app, email)).map(({ type }) => type)).toContain('PASSWORD_CHANGED');
});

test('a wrong present password is told in the specification’s words, keeps the session, and is counted', async () => {
  const staff = await signIn(app, 'reader@demo.nhs.uk');
  const wrong = { email: 'reader@demo.nhs.uk', oldPassword: 'Wrong2026!', newPassword: NEW_PASSWORD };
  for (let tries = 1; tries <= 10; tries += 1)
    expect(await staff.refused('userChangePassword', wrong)).toMatchObject({
      status: 422,
      code: 'INCORRECT_PASSWORD',
      message: 'Incorrect password. Please try again',
    });
  const right = { ...wrong, oldPassword: DEMO_PASSWORD };
  expect(await staff.refused('userChangePassword', right)).toMatchObject({ status: 429, code: 'SLOW_DOWN' });
  await staff.call('userMe', {});
  app.clock.advance(15 * 60_000);
  await staff.call('userChangePassword', right);
});

test('the address must be one’s own: nobody’s else’s password can be changed', async () => {
  const staff = await signIn(app, 'auditor@demo.nhs.uk');
  for (const other of ['admin@demo.nhs.uk', 'nobody@demo.nhs.uk'])
    expect((await staff.refused('userChangePassword', { ...change, email: other })).fields).toEqual([
      { path: 'email', message: 'The Email must be your own' },
    ]);
  await signIn(app, 'admin@demo.nhs.uk');
});

test('the new password keeps the rule, in the rule’s own words', async () => {
  const { token } = await signIn(app, 'auditor@demo.nhs.uk');
  const own = { email: 'auditor@demo.nhs.uk', oldPassword: DEMO_PASSWORD };
  for (const [newPassword, message] of [
    ['Short1!', 'The New Password must be at least 8 characters and must contain one(a-z,A-Z,0-9,@!$#)'],
    ['NoDigits!!', 'The New Password must be at least 8 characters and must contain one(a-z,A-Z,0-9,@!$#)'],
    ['', 'Enter the new password'],
    ['Password2026!', 'The New Password is one that many people use. Please choose another.'],
  ])
    expect((await post(app, 'user/changePassword', { ...own, newPassword }, { token })).body.fields).toEqual([
      { path: 'newPassword', message },
    ]);
});

test('a changed password ends the codes that were mailed before it', async () => {
  const mine = 'hospital@demo.nhs.uk';
  await callerOf(app).call('userForgot', { email: mine });
  const authorisationCode = await codeFor(app, mine);
  const staff = await signIn(app, mine);
  await staff.call('userChangePassword', { ...change, email: mine });
  expect((await callerOf(app).refused('userRegister', { email: mine, authorisationCode, password: 'Other!Leaf8' })).code).toBe(
    'INCORRECT_CODE',
  );
});

test('a new password opens the lock as well', async () => {
  const mine = 'referrer@demo.nhs.uk';
  const staff = await signIn(app, mine);
  await staff.call('userChangePassword', { ...change, email: mine });
  expect((await staff.refused('userUnlock', { password: DEMO_PASSWORD })).code).toBe('INCORRECT_PASSWORD');
  expect((await staff.call('userUnlock', { password: NEW_PASSWORD })).token).toBe(staff.token);
  expect((await logOf(app, mine)).map(({ type }) => type)).toContain('UNLOCK_FAILED');
});
