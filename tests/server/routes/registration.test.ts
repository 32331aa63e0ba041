import { expect, test } from 'vitest';
import { HOUR } from '#domain/base/limits.ts';
import { buildApp } from '#server/app.ts';
import { callerOf, DEMO_PASSWORD, signIn } from '#tests/support/forms/builders.ts';
import { codeFor, mailsTo } from '#tests/support/people/mails.ts';
import { logOf, NEW_PASSWORD, organisationId, post, profile, registered } from '#tests/support/people/registering.ts';
import { appCode } from '#tests/support/people/totp.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

const anybody = () => callerOf(app);
const create = (email: string, appRole = 'CLINICIAN') => anybody().call('userCreate', { email, appRole });
const register = (email: string, authorisationCode: string) => ({ email, authorisationCode, password: NEW_PASSWORD });
const rowOf = (email: string) =>
  app.database.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

test('a registration goes from an address to waiting for approval, step by step', async () => {
  const email = 'oak@demo.nhs.uk';
  expect(await create(email)).toEqual({ message: 'User has been created and email sent' });
  const code = await codeFor(app, email);
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  const first = await anybody().call('userRegister', register(email, code));
  expect(first.user).toMatchObject({
    status: 'PENDING_PROFILE',
    organisation: [],
    permissions: [],
    profileAvailable: false,
    TwoFAEnabled: false,
    policyAccepted: false,
    requestedRole: 'CLINICIAN',
    role: null,
  });
  expect(Date.parse(first.tokenExpiryDate ?? '') - app.clock.now()).toBe(HOUR);
  const staff = callerOf(app, first.token);

  const updated = await staff.call('userUpdate', await profile(app, { firstName: 'oak tree', lastName: 'demo' }));
  expect(updated.message).toBe('Profile update successfully');
  expect(updated.user).toMatchObject({
    status: 'PENDING_2FA',
    firstName: 'Oak tree',
    lastName: 'Demo',
    speciality: 'Urology',
    profileAvailable: true,
    organisation: [{ name: 'Demo General Hospital' }],
  });

  const { qr, secret } = await staff.call('userOtpRequestqr', {});
  expect(qr).toMatch(/^data:image\/png;base64,/);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const setup = await staff.call('userOtpSetup', { code: appCode(secret, app.clock.now()) });
  expect(setup).toMatchObject({ message: '2FA set up succesfully', user: { status: 'PENDING_TERMS', TwoFAEnabled: true } });

  const accepted = await staff.call('userAcceptPolicy', { version: '1' });
  expect(accepted.user).toMatchObject({ status: 'PENDING_APPROVAL', policyAccepted: true, permissions: [] });
  expect((await staff.refused('userMe', {})).status).toBe(401);
  // Events of one moment have no order.
  expect((await logOf(app, email)).map(({ type }) => type).toSorted()).toEqual([
    'CODE_SENT',
    'PROFILE_CHANGED',
    'REGISTERED',
    'SIGNED_IN',
    'TERMS_ACCEPTED',
    'TWO_FACTOR_ON',
  ]);
  for (const manager of ['admin@demo.nhs.uk', 'bch@demo.nhs.uk']) expect(await mailsTo(app, manager)).toHaveLength(1);
  expect(await mailsTo(app, 'admin@second.nhs.uk')).toEqual([]);
});

test('a registration that was left goes on after a sign-in, at the step where it was', async () => {
  for (const until of ['PENDING_PROFILE', 'PENDING_2FA'] as const) {
    const { email } = await registered(app, `${until.toLowerCase().replaceAll('_', '-')}@demo.nhs.uk`, { until });
    expect((await anybody().call('userLogin', { email, password: NEW_PASSWORD })).user.status).toBe(until);
  }
  const { email, secret } = await registered(app, 'left-at-terms@demo.nhs.uk', { until: 'PENDING_TERMS' });
  expect((await anybody().refused('userLogin', { email, password: NEW_PASSWORD })).code).toBe('TWO_FACTOR_REQUIRED');
  app.clock.advance(30_000);
  const code = appCode(secret, app.clock.now());
  const again = await anybody().call('userOtpVerify', { email, password: NEW_PASSWORD, code });
  expect(again.user.status).toBe('PENDING_TERMS');
  await callerOf(app, again.token).call('userAcceptPolicy', { version: '1' });
  expect(await anybody().refused('userLogin', { email, password: NEW_PASSWORD })).toMatchObject({
    status: 409,
    message: "You account exists but hasn't been activated, Please contact your admin",
  });
});

test('until it is finished, a registration reaches its own calls and no others', async () => {
  const { staff } = await registered(app, 'ivy@demo.nhs.uk', { until: 'PENDING_2FA', wish: 'ADMIN' });
  await staff.call('userMe', {});
  await staff.call('userExtendToken', {});
  for (const name of ['patientGet', 'userGetClinicians', 'procedureGet', 'recordGet'] as const)
    expect(await staff.refused(name, {})).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      message: 'Please finish your registration first',
    });
  expect((await staff.refused('userUnlock', { password: NEW_PASSWORD })).status).toBe(403);
});

test('the role that somebody asks for is a wish, and gives nothing', async () => {
  const { email } = await registered(app, 'elm@demo.nhs.uk', { wish: 'ADMIN' });
  expect(await rowOf(email)).toMatchObject({ requested_role: 'ADMIN', role_id: null, account_type: 'HOSPITAL' });
});

test('the address must be of the NHS, unless the hospital says otherwise', async () => {
  for (const email of ['x@evilnhs.uk', 'x@example.com', 'x@nhs.uk.example.com', 'x@nhs.uk'])
    expect(await anybody().refused('userCreate', { email, appRole: 'CLINICIAN' })).toMatchObject({
      status: 400,
      code: 'INVALID',
      fields: [{ path: 'email', message: 'The Email must be NHS email' }],
    });
  await create('x@nhs.net');
  const elsewhere = await buildApp({ ...app.deps, settings: { ...app.deps.settings, nhsEmailOnly: false } });
  const payload = { email: 'x@example.com', appRole: 'CLINICIAN' };
  expect((await elsewhere.inject({ method: 'POST', url: '/api/user/create', payload })).statusCode).toBe(200);
  await elsewhere.close();
});

test('nothing in an address or a wish can alter a mail, and no field outside a call’s own list is taken', async () => {
  for (const payload of [
    { email: 'ash@demo.nhs.uk\r\nBcc: other@demo.nhs.uk', appRole: 'CLINICIAN' },
    { email: 'ash@demo.nhs.uk,other@demo.nhs.uk', appRole: 'CLINICIAN' },
    { email: '"ash\r\n"@demo.nhs.uk', appRole: 'CLINICIAN' },
    { email: 'ash@demo.nhs.uk', appRole: 'CLINICIAN', status: 'ACTIVE' },
    { email: 'ash@demo.nhs.uk', appRole: 'CLINICIAN', roleID: '018f0000-0000-7000-8000-00000000dead' },
  ])
    expect((await post(app, 'user/create', payload)).body).toMatchObject({ error: 'INVALID' });
  const { token } = await registered(app, 'box@demo.nhs.uk', { until: 'PENDING_PROFILE' });
  const good = await profile(app);
  const update = (change: object) =>
    app.ask({
      method: 'PUT',
      url: '/api/user/update',
      payload: { ...good, ...change },
      headers: { authorization: `Bearer ${token}` },
    });
  for (const change of [
    { status: 'ACTIVE' },
    { role_id: good.specialityID },
    { roleID: good.specialityID },
    { permissions: ['users.manage'] },
    { email: 'admin@demo.nhs.uk' },
    { two_factor_enabled: true },
    { expiryDate: '2099-01-01' },
    { firstName: 'Box\r\nBcc: other@demo.nhs.uk' },
    { lastName: 'Box\nDemo' },
  ])
    expect([change, (await update(change)).status]).toEqual([change, 400]);
  expect(await rowOf('box@demo.nhs.uk')).toMatchObject({ status: 'PENDING_PROFILE', first_name: '', role_id: null });
});

test('a profile names one hospital of those that there are, and a speciality of those offered', async () => {
  const { staff } = await registered(app, 'fir@demo.nhs.uk', { until: 'PENDING_PROFILE' });
  const nowhere = '018f0000-0000-7000-8000-00000000dead';
  const holding = await organisationId(app, 'No organisation yet');
  for (const organisation of [[nowhere], [holding]])
    expect((await staff.refused('userUpdate', await profile(app, { organisation }))).fields).toEqual([
      { path: 'organisation', message: 'The Organisation must be one of those offered' },
    ]);
  expect((await staff.refused('userUpdate', await profile(app, { specialityID: nowhere }))).fields).toMatchObject([
    { path: 'specialityID' },
  ]);
  expect((await staff.refused('userUpdate', await profile(app, { speciality: 'Optometry' }))).fields).toMatchObject([
    { path: 'speciality' },
  ]);
  const second = await organisationId(app, 'Second Demo Hospital');
  const moved = await staff.call('userUpdate', await profile(app, { organisation: [second] }));
  expect(moved.user.organisation).toEqual([{ _id: second, name: 'Second Demo Hospital' }]);
  // As long as nobody has approved them they may have chosen wrongly.
  const back = await staff.call('userUpdate', await profile(app));
  expect(back.user).toMatchObject({ organisation: [{ name: 'Demo General Hospital' }], status: 'PENDING_2FA' });
});

test('who is active changes their profile, but not their hospital, and stays signed in', async () => {
  const staff = await signIn(app, 'eyes@demo.nhs.uk');
  const second = await organisationId(app, 'Second Demo Hospital');
  expect((await staff.refused('userUpdate', await profile(app, { organisation: [second] }))).fields).toEqual([
    { path: 'organisation', message: 'The Organisation can only be changed by an administrator' },
  ]);
  const { user } = await staff.call('userUpdate', await profile(app, { firstName: 'Demo', lastName: 'Iris' }));
  expect(user).toMatchObject({ lastName: 'Iris', status: 'ACTIVE', phoneNumber: '01632960001' });
  expect((await staff.call('userMe', {})).user.lastName).toBe('Iris');
});

test('only the present terms can be accepted, and only after the steps before', async () => {
  const { staff } = await registered(app, 'yew@demo.nhs.uk', { until: 'PENDING_2FA' });
  expect((await staff.refused('userAcceptPolicy', { version: '0' })).fields).toMatchObject([{ path: 'version' }]);
  expect(await staff.refused('userAcceptPolicy', { version: '1' })).toMatchObject({ status: 409, code: 'MOVE_REFUSED' });
  const nurse = await signIn(app, 'nurse@demo.nhs.uk');
  expect((await nurse.call('userAcceptPolicy', { version: '1' })).user.status).toBe('ACTIVE');
});

test('a known address gets the same answer, and a mail that says there is an account', async () => {
  const [known, unknown] = [
    await post(app, 'user/create', { email: 'reader@demo.nhs.uk', appRole: 'ADMIN' }),
    await post(app, 'user/create', { email: 'unknown@demo.nhs.uk', appRole: 'ADMIN' }),
  ];
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  const mails = await mailsTo(app, 'reader@demo.nhs.uk');
  expect(mails).toHaveLength(1);
  expect(mails[0]?.code).toBeUndefined();
  expect((await signIn(app, 'reader@demo.nhs.uk')).token).toMatch(/^s_/);
});

test('a code is read in any case and with look-alike letters, works once, and dies with a newer one', async () => {
  const email = 'larch@demo.nhs.uk';
  await create(email);
  const older = await codeFor(app, email);
  await create(email, 'NURSE');
  const newer = await codeFor(app, email);
  expect(newer).not.toBe(older);
  expect(await anybody().refused('userRegister', register(email, older))).toMatchObject({
    status: 422,
    code: 'INCORRECT_CODE',
  });
  const asTyped = newer.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
  const { user } = await anybody().call('userRegister', register(email, `${asTyped.slice(0, 4)} ${asTyped.slice(4)}`));
  expect(user?.requestedRole).toBe('NURSE');
  expect((await anybody().refused('userRegister', register(email, newer))).code).toBe('INCORRECT_CODE');
});

test('a code lives a day', async () => {
  const email = 'hazel@demo.nhs.uk';
  await create(email);
  const code = await codeFor(app, email);
  app.clock.advance(24 * HOUR);
  expect((await anybody().refused('userRegister', register(email, code))).code).toBe('INCORRECT_CODE');
  await create(email);
  app.clock.advance(24 * HOUR - 10_000);
  await anybody().call('userRegister', register(email, await codeFor(app, email)));
});

test('five wrong tries end a code, and a new one starts anew', async () => {
  const email = 'pine@demo.nhs.uk';
  await create(email);
  for (let tries = 1; tries <= 5; tries += 1)
    expect((await anybody().refused('userRegister', register(email, '00000000'))).code).toBe('INCORRECT_CODE');
  expect((await anybody().refused('userRegister', register(email, await codeFor(app, email)))).code).toBe('INCORRECT_CODE');
  await create(email);
  await anybody().call('userRegister', register(email, await codeFor(app, email)));
});

test('of five who bring the same code at once, one gets in', async () => {
  const email = 'teak@demo.nhs.uk';
  await create(email);
  const code = await codeFor(app, email);
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(app, 'user/register', register(email, code))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422]);
});

test('the code of an unknown address is as wrong as any other, and nobody’s first password can be set twice', async () => {
  const [wrong, unknown] = [
    await post(app, 'user/register', register('reader@demo.nhs.uk', '00000000')),
    await post(app, 'user/register', register('nobody-here@demo.nhs.uk', '00000000')),
  ];
  expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  expect(wrong.status).toBe(422);
  const weak = await post(app, 'user/register', { ...register('x@nhs.net', '00000000'), password: 'weak' });
  expect(weak.body.fields).toEqual([
    {
      path: 'password',
      message: 'The Password must be at least 8 characters and must contain one(a-z,A-Z,0-9,@!$#)',
    },
  ]);
  await signIn(app, 'reader@demo.nhs.uk');
});

test('codes and passwords stand nowhere as they are', async () => {
  const email = 'willow@demo.nhs.uk';
  await registered(app, email, { until: 'PENDING_PROFILE' });
  const [{ code = '' } = {}] = await mailsTo(app, email);
  const { db } = app.database;
  const kept = JSON.stringify([
    await db.selectFrom('users').selectAll().execute(),
    await db.selectFrom('one_time_codes').selectAll().execute(),
    await db.selectFrom('security_log').selectAll().execute(),
    await db.selectFrom('mails').selectAll().execute(),
    app.log,
  ]);
  for (const secret of [code, NEW_PASSWORD, DEMO_PASSWORD]) expect(kept).not.toContain(secret);
});
