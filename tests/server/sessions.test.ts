import { expect, test } from 'vitest';
import { HOUR } from '#domain/base/limits.ts';
import { callerOf, DEMO_PASSWORD, signIn } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

const signInAs = (email: string, password: string) => callerOf(app).refused('userLogin', { email, password });

test('a session lasts an hour and is then over: whoever it was signs in again', async () => {
  const staff = await signIn(app);
  const { tokenExpiryDate } = await staff.call('userMe', {});
  const left = Date.parse(tokenExpiryDate) - app.clock.now();
  expect(left).toBeGreaterThan(HOUR - 100);
  expect(left).toBeLessThanOrEqual(HOUR);
  app.clock.advance(left - 10);
  await staff.call('userMe', {});
  app.clock.advance(10);
  expect(await staff.refused('userMe', {})).toMatchObject({
    status: 401,
    code: 'SIGN_IN',
    message: 'Expired or invalid token - please log in again',
  });
  expect((await staff.refused('userExtendToken', {})).status).toBe(401);
});

test('each extension adds an hour to the end, with the same token, and the twelfth hour is the last', async () => {
  const staff = await signIn(app);
  const start = Date.parse((await staff.call('userMe', {})).tokenExpiryDate);
  for (let hours = 1; hours <= 11; hours += 1) {
    const { token, tokenExpiryDate } = await staff.call('userExtendToken', {});
    expect(token).toBe(staff.token);
    expect(Date.parse(tokenExpiryDate)).toBe(start + hours * HOUR);
  }
  expect(await staff.refused('userExtendToken', {})).toMatchObject({ status: 401, code: 'SIGN_IN' });
  app.clock.advance(11 * HOUR);
  expect((await staff.call('userMe', {})).user.email).toBe('clinician@demo.nhs.uk');
  app.clock.advance(HOUR);
  expect((await staff.refused('userMe', {})).status).toBe(401);
});

test('signing out ends the session at once, and wipes the browser only when asked', async () => {
  const [kept, wiped] = [await signIn(app), await signIn(app)];
  const out = (token: string, payload: object) =>
    app.ask({ method: 'POST', url: '/api/user/destroyToken', headers: { authorization: `Bearer ${token}` }, payload });
  expect((await out(kept.token, {})).headers['clear-site-data']).toBeUndefined();
  expect((await out(wiped.token, { wipe: true })).headers['clear-site-data']).toBe('"cache", "storage"');
  for (const { token } of [kept, wiped]) expect((await callerOf(app, token).refused('userMe', {})).status).toBe(401);
});

test('a wrong password and an unknown address are told alike', async () => {
  const [wrong, unknown] = [
    await signInAs('nurse@demo.nhs.uk', 'Wrong2026!'),
    await signInAs('nobody@demo.nhs.uk', DEMO_PASSWORD),
  ];
  expect(wrong).toMatchObject({ status: 401, code: 'INCORRECT_CREDENTIALS' });
  expect({ ...unknown }).toEqual({ ...wrong });
});

test('ten wrong passwords make an account wait a minute and a half for each further try, and nobody else', async () => {
  const email = 'reader@demo.nhs.uk';
  for (let tries = 1; tries <= 10; tries += 1)
    expect((await signInAs(email, `Wrong${tries}!`)).code).toBe('INCORRECT_CREDENTIALS');
  const slow = await app.ask({ method: 'POST', url: '/api/user/login', payload: { email, password: DEMO_PASSWORD } });
  expect(slow).toMatchObject({ status: 429, body: { error: 'SLOW_DOWN' } });
  expect(Number(slow.headers['retry-after'])).toBe(90);
  await signIn(app, 'nurse@demo.nhs.uk');
  app.clock.advance(90_000);
  await signIn(app, email);
});

test('an unknown address waits just as a known one', async () => {
  const email = 'nobody-at-all@demo.nhs.uk';
  for (let tries = 1; tries <= 10; tries += 1) await signInAs(email, `Wrong${tries}!`);
  expect((await signInAs(email, DEMO_PASSWORD)).status).toBe(429);
});

test('an account that is not active is told so only after its right password', async () => {
  const email = 'auditor@demo.nhs.uk';
  for (const status of ['SUSPENDED', 'EXPIRED', 'REJECTED', 'PENDING_APPROVAL', 'PENDING_EMAIL'] as const) {
    await app.database.db.updateTable('users').set({ status }).where('email', '=', email).execute();
    expect((await signInAs(email, 'Wrong2026!')).code).toBe('INCORRECT_CREDENTIALS');
    expect(await signInAs(email, DEMO_PASSWORD)).toMatchObject({
      status: 409,
      code: 'NOT_ACTIVATED',
      message: "You account exists but hasn't been activated, Please contact your admin",
    });
  }
  await app.database.db.updateTable('users').set({ status: 'ACTIVE' }).where('email', '=', email).execute();
});

test('a user who is suspended or whose access has run out is out at once, also in the middle of a session', async () => {
  const staff = await signIn(app, 'auditor@demo.nhs.uk');
  const users = () => app.database.db.updateTable('users').where('email', '=', 'auditor@demo.nhs.uk');
  await users().set({ status: 'SUSPENDED' }).execute();
  expect((await staff.refused('userMe', {})).status).toBe(401);
  await users().set({ status: 'ACTIVE', expiry_date: '2026-08-05' }).execute();
  expect((await staff.refused('userMe', {})).status).toBe(401);
  await users().set({ expiry_date: '2026-09-06' }).execute();
  expect((await staff.call('userMe', {})).user.expiryDate).toBe('2026-09-06');
});

test('who has a second factor is asked for it, and gets no token without', async () => {
  await app.database.db.updateTable('users').set({ two_factor_enabled: true }).where('email', '=', 'admin@demo.nhs.uk').execute();
  expect(await signInAs('admin@demo.nhs.uk', DEMO_PASSWORD)).toMatchObject({ status: 403, code: 'TWO_FACTOR_REQUIRED' });
});

test('tokens are kept as hashes only, and an address is found in any case', async () => {
  const { token } = await callerOf(app).call('userLogin', { email: ' Clinician@Demo.NHS.uk ', password: DEMO_PASSWORD });
  expect(token).toMatch(/^s_[\w-]{43}$/);
  const rows = await app.database.db.selectFrom('session_tokens').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token.slice(2));
  expect(rows.every(({ token_hash }) => /^[0-9a-f]{64}$/.test(token_hash))).toBe(true);
});

test('a locked screen opens with the own tablet PIN: it gives the same token back, and no other one', async () => {
  const staff = await signIn(app, 'bch@demo.nhs.uk');
  expect((await staff.refused('userUnlockWithTabletPin', { tabletPin: '482913' })).code).toBe('TABLET_PIN_OFF');
  await staff.call('userTabletPinSet', { password: DEMO_PASSWORD, tabletPin: '482913' });
  expect(await staff.refused('userUnlockWithTabletPin', { tabletPin: '482914' })).toMatchObject({
    code: 'INCORRECT_TABLET_PIN',
    data: { triesLeft: 4 },
  });
  expect((await staff.call('userUnlockWithTabletPin', { tabletPin: '482913' })).token).toBe(staff.token);
  for (let tries = 0; tries < 5; tries += 1) await staff.refused('userUnlockWithTabletPin', { tabletPin: '482914' });
  // After five wrong ones the right one opens nothing, until the password was right.
  expect((await staff.refused('userUnlockWithTabletPin', { tabletPin: '482913' })).code).toBe('TABLET_PIN_OFF');
  await staff.call('userUnlock', { password: DEMO_PASSWORD });
  expect((await staff.call('userUnlockWithTabletPin', { tabletPin: '482913' })).token).toBe(staff.token);
  const logged = await app.database.db.selectFrom('security_log').select('type').execute();
  expect(logged.map(({ type }) => type)).toEqual(expect.arrayContaining(['TABLET_PIN_LOCKED', 'UNLOCK_FAILED']));
  // A session that has ended is opened by none.
  await staff.call('userDestroyToken', {});
  expect((await staff.refused('userUnlockWithTabletPin', { tabletPin: '482913' })).status).toBe(401);
});

test('a locked screen opens with the password, and gives the same token back', async () => {
  const staff = await signIn(app, 'bch@demo.nhs.uk');
  expect(await staff.refused('userUnlock', { password: 'Wrong2026!' })).toMatchObject({
    status: 422,
    message: 'Incorrect password. Please try again',
  });
  expect((await staff.call('userUnlock', { password: DEMO_PASSWORD })).token).toBe(staff.token);
});
