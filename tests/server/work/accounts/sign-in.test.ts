import { expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { callerOf, DEMO_PASSWORD, signIn } from '#tests/support/forms/builders.ts';
import { mailsTo } from '#tests/support/people/mails.ts';
import { logOf, post } from '#tests/support/people/registering.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

const refusal = (email: string, password: string) => callerOf(app).refused('userLogin', { email, password });
const change = (email: string, set: { status?: 'ACTIVE' | 'SUSPENDED'; expiry_date?: string | null }) =>
  app.database.db.updateTable('users').set(set).where('email', '=', email).execute();

test('a sign-in answers who it is, with the access plans and what may be done today', async () => {
  const { db } = app.database;
  const email = 'nurse@demo.nhs.uk';
  const user = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
  const plan = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('organisation_id', '=', user.organisation_id)
    .where('end_date', 'is', null)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('user_subscriptions')
    .values({ organisation_id: user.organisation_id, user_id: user.id, subscription_id: plan.id })
    .execute();
  const told = (await callerOf(app).call('userLogin', { email, password: DEMO_PASSWORD })).user;
  expect(told).toMatchObject({
    appRole: 'NURSE',
    status: 'ACTIVE',
    organisation: [{ name: 'Demo General Hospital' }],
    subscriptions: [{ _id: plan.id, name: plan.name, status: 'ACTIVE', endDate: null }],
  });
  expect(told.permissions).toContain('consents.confirm');

  await db.updateTable('subscriptions').set({ end_date: '2026-08-05' }).where('id', '=', plan.id).execute();
  const staff = await signIn(app, email);
  const later = (await staff.call('userMe', {})).user;
  expect(later.subscriptions).toMatchObject([{ endDate: '2026-08-05', status: 'ENDED' }]);
  expect(later.permissions).toEqual(['patients.read', 'consents.read', 'dashboard.read']);
  expect((await staff.refused('patientCreate', { firstName: 'A', lastName: 'B', dateOfBirth: '1950-03-14' })).code).toBe(
    'FORBIDDEN',
  );
  await db.updateTable('subscriptions').set({ end_date: '2026-08-06' }).where('id', '=', plan.id).execute();
  expect((await staff.call('userMe', {})).user.permissions).toContain('consents.confirm');
});

test('an expiry date is valid to its end where the hospital is, and told only after the right password', async () => {
  const email = 'auditor@demo.nhs.uk';
  await change(email, { expiry_date: '2026-08-06' });
  expect((await signIn(app, email)).token).toMatch(/^s_/);
  // 23:30 in London is 22:30 in UTC: the same day; an hour later it is the next.
  app.clock.advance(Date.parse('2026-08-06T22:30:00.000Z') - app.clock.now());
  const staff = await signIn(app, email);
  app.clock.advance(31 * 60_000);
  expect((await staff.refused('userMe', {})).status).toBe(401);
  expect((await refusal(email, 'Wrong2026!')).code).toBe('INCORRECT_CREDENTIALS');
  expect(await refusal(email, DEMO_PASSWORD)).toMatchObject({
    status: 409,
    code: 'NOT_ACTIVATED',
    message: "You account exists but hasn't been activated, Please contact your admin",
  });
  await change(email, { expiry_date: null });
});

test('a sign-in from a new place is told by mail, the first one ever and a known place are not', async () => {
  const email = 'hospital@demo.nhs.uk';
  const from = (address: string, agent: string) =>
    post(app, 'user/login', { email, password: DEMO_PASSWORD }, { address, agent });
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';
  const safari = 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Version/18.0 Safari/605';
  for (const [address, agent, mails] of [
    ['192.0.2.7', firefox, 0],
    ['192.0.2.7', firefox, 0],
    ['192.0.2.99', firefox.replaceAll('142', '143'), 0],
    ['198.51.100.7', firefox, 1],
    ['192.0.2.7', safari, 2],
    ['2001:db8:1:2::7', safari, 3],
    ['2001:db8:1:9::9', safari, 3],
    ['::ffff:198.51.100.8', firefox, 3],
  ] as const) {
    expect((await from(address, agent)).status).toBe(200);
    expect([address, (await mailsTo(app, email)).length]).toEqual([address, mails]);
  }
  const told = (await mailsTo(app, email))[1]?.text ?? '';
  expect(told).toContain('Safari on iPad');
  expect(told).toContain('192.0.2.7');
});

test('what a browser calls itself reaches neither the mail nor the log', async () => {
  const email = 'referrer@demo.nhs.uk';
  await signIn(app, email);
  await post(app, 'user/login', { email, password: DEMO_PASSWORD }, { agent: 'Firefox/1 <script>alert(1)</script> Windows' });
  const [mail] = await mailsTo(app, email);
  expect(mail?.text).toContain('Firefox on Windows');
  expect(JSON.stringify([mail, await logOf(app, email), app.log])).not.toContain('alert');
});

test('the security log tells of sign-ins, failures, the lock and sign-outs, with the network address', async () => {
  const email = 'bch@demo.nhs.uk';
  const staff = await signIn(app, email);
  await staff.call('userDestroyToken', {});
  for (let tries = 1; tries <= 11; tries += 1)
    await post(app, 'user/login', { email, password: 'Wrong2026!' }, { address: '203.0.113.5' });
  const log = await logOf(app, email);
  expect(log.map(({ type }) => type)).toEqual([
    'SIGNED_IN',
    'SIGNED_OUT',
    ...Array.from({ length: 9 }, () => 'SIGN_IN_FAILED'),
    'SIGN_IN_LOCKED',
  ]);
  expect(log[0]).toMatchObject({ actor: 'Demo Lead', address: '127.0.0.1' });
  // The person who guessed is not the owner of the account, so the event has no actor.
  expect(log[2]).toMatchObject({ actor: null, address: '203.0.113.5', detail: 'Wrong password' });
});

test('a guess at an address that nobody has leaves no trace in any hospital', async () => {
  await refusal('nobody@demo.nhs.uk', DEMO_PASSWORD);
  expect(await logOf(app, 'nobody@demo.nhs.uk')).toEqual([]);
});

test('known and unknown addresses do the same work at a sign-in', async () => {
  app.clock.advance(DAY);
  const count = async (email: string) => {
    let hashes = 0;
    const { passwords } = app.deps;
    const verify = passwords.verify.bind(passwords);
    passwords.verify = async (...given) => {
      hashes += 1;
      return verify(...given);
    };
    const answer = await post(app, 'user/login', { email, password: 'Wrong2026!' });
    const twice = await post(app, 'user/otp/verify', { email, password: 'Wrong2026!', code: '000000' });
    passwords.verify = verify;
    return { hashes, told: [answer, twice].map(({ status, body }) => ({ status, ...body, requestId: '' })) };
  };
  expect(await count('clinician@second.nhs.uk')).toEqual(await count('nobody@second.nhs.uk'));
});

test('a sign-in takes an address, a password and nothing else', async () => {
  const good = { email: 'clinician@demo.nhs.uk', password: DEMO_PASSWORD };
  for (const payload of [
    { ...good, status: 'ACTIVE' },
    { ...good, organisation: 'x' },
    { email: good.email },
    { ...good, email: 'clinician@demo.nhs.uk\r\nx' },
    { ...good, email: { $ne: '' } },
    { ...good, password: 'x'.repeat(129) },
  ])
    expect((await post(app, 'user/login', payload)).body.error).toBe('INVALID');
});
