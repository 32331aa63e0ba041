import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { CallFailed } from '#contract/engine/call.ts';
import { GOVERNING, type Permission } from '#domain/accounts/roles.ts';
import { callerOf, DEMO_PASSWORD, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson, roleId } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let admin: Caller;
let nurse: string;
const app = useTestApp();
beforeEach(async () => {
  admin = await signIn(app, 'admin@demo.nhs.uk');
  nurse = await roleId(admin, 'NURSE');
});

const approval = (email: string, change: Partial<Input<'userAuthorise'>> = {}): Input<'userAuthorise'> => ({
  email,
  roleID: nurse,
  expiryDate: '2027-08-06',
  ...change,
});
const mailsTo = async (email: string) =>
  (await app.database.db.selectFrom('mails').select('kind').where('address', '=', email).orderBy('id').execute()).map(
    ({ kind }) => kind,
  );
const logOf = async (email: string) =>
  (
    await app.database.db
      .selectFrom('security_log')
      .select(['type', 'actor', 'detail'])
      .where('subject', '=', email)
      .where('type', 'in', ['USER_APPROVED', 'USER_REJECTED', 'USER_SUSPENDED'])
      .orderBy('id')
      .execute()
  ).map(({ type, actor, detail }) => `${type} by ${actor}: ${detail}`);
const listed = async (filter: Input<'userAuthoriseList'>, by: Caller = admin) =>
  (await by.call('userAuthoriseList', { limit: 100, ...filter })).data.records;
const signsIn = (email: string) => callerOf(app).refused('userLogin', { email, password: DEMO_PASSWORD });

test('an approval gives the role, the kind of account, the date and the plans, tells the person, and is written down', async () => {
  const { email } = await addPerson(app, { status: 'PENDING_APPROVAL', wish: 'CLINICIAN' });
  expect((await signsIn(email)).code).toBe('NOT_ACTIVATED');
  const plans = (await admin.call('subscriptionActiveList', {})).data;
  expect(plans.map(({ name }) => name)).toEqual(['Demo plan, surgery', 'Standard access']);
  const answer = await admin.call('userAuthorise', approval(email, { subscriptions: [plans[0]!._id] }));
  expect(answer).toMatchObject({
    message: 'User approved',
    data: {
      email,
      status: 'ACTIVE',
      requestedRole: 'CLINICIAN',
      appRole: 'NURSE',
      accountType: 'CLINICIAN',
      expiryDate: '2027-08-06',
      subscriptions: [plans[0]],
      lastMail: { kind: 'APPROVED', state: 'QUEUED' },
      lastSignInAt: null,
    },
  });
  await app.doJobs();
  const person = await signIn(app, email);
  expect((await person.call('userMe', {})).user.permissions).toEqual([
    'patients.read',
    'patients.write',
    'consents.read',
    'consents.confirm',
    'consents.withdraw',
    'dashboard.read',
  ]);
  expect(await listed({ search: email })).toMatchObject([
    { lastMail: { state: 'SENT' }, lastSignInAt: expect.stringMatching(/^2026-08-06T/) },
  ]);
  expect(await mailsTo(email)).toContain('APPROVED');
  expect(await logOf(email)).toEqual(['USER_APPROVED by Demo Administrator: Role Nurse; valid until 6 August 2027']);
});

test('a rejection, a suspension and a reactivation each need no more than the address, or what an approval needs', async () => {
  const { email } = await addPerson(app, { status: 'PENDING_APPROVAL' });
  const decide = (status: 'REJECTED' | 'SUSPENDED') => admin.call('userAuthorise', { email, status });
  expect(await decide('REJECTED')).toMatchObject({ message: 'User rejected', data: { status: 'REJECTED', permissions: [] } });
  await admin.call('userAuthorise', approval(email));
  expect(await decide('SUSPENDED')).toMatchObject({ message: 'User suspended', data: { status: 'SUSPENDED', permissions: [] } });
  expect((await signsIn(email)).code).toBe('NOT_ACTIVATED');
  expect((await admin.call('userAuthorise', approval(email))).data.status).toBe('ACTIVE');
  expect(await mailsTo(email)).toEqual(['REJECTED', 'APPROVED', 'SUSPENDED', 'APPROVED']);
  expect((await logOf(email)).map((line) => line.split(' ')[0])).toEqual([
    'USER_REJECTED',
    'USER_APPROVED',
    'USER_SUSPENDED',
    'USER_APPROVED',
  ]);
});

test.each([
  ['PENDING_APPROVAL', 'SUSPENDED'],
  ['SUSPENDED', 'SUSPENDED'],
  ['SUSPENDED', 'REJECTED'],
  ['REJECTED', 'SUSPENDED'],
  ['ACTIVE', 'REJECTED'],
] as const)('somebody %s cannot be %s', async (from, status) => {
  const { email } = await addPerson(app, { status: from });
  expect(await admin.refused('userAuthorise', { email, status })).toMatchObject({ status: 409, code: 'MOVE_REFUSED' });
  expect(await listed({ search: email })).toMatchObject([{ status: from, lastMail: null }]);
});

test.each(['PENDING_EMAIL', 'PENDING_PROFILE', 'PENDING_2FA', 'PENDING_TERMS'] as const)(
  'nobody decides about somebody who is still %s',
  async (status) => {
    const { email } = await addPerson(app, { status });
    for (const decision of [approval(email), { email, status: 'REJECTED' as const }, { email, status: 'SUSPENDED' as const }])
      expect(await admin.refused('userAuthorise', decision)).toMatchObject({
        status: 409,
        message: 'This person has not finished registering yet',
      });
  },
);

test('nobody decides about their own account', async () => {
  for (const decision of [
    approval('admin@demo.nhs.uk'),
    { email: ' Admin@Demo.nhs.uk ', status: 'SUSPENDED' as const },
    { email: 'admin@demo.nhs.uk', status: 'REJECTED' as const },
  ])
    expect(await admin.refused('userAuthorise', decision)).toMatchObject({
      status: 409,
      message: 'You cannot approve, suspend or change your own account here',
    });
});

test('an approval needs a date and a role, names what is wrong, and then changes nothing', async () => {
  const { email } = await addPerson(app, { status: 'PENDING_APPROVAL' });
  const theirs = await roleId(await signIn(app, 'admin@second.nhs.uk'), 'NURSE');
  const ended = await app.database.db
    .selectFrom('subscriptions')
    .select('id')
    .where('name', '=', 'Demo plan, ended trial')
    .execute();
  const faults = async (change: Partial<Input<'userAuthorise'>>) =>
    (
      await app.ask({
        method: 'POST',
        url: '/api/user/authorise',
        headers: { authorization: `Bearer ${admin.token}` },
        payload: { ...approval(email), ...change },
      })
    ).body;
  expect(await faults({ expiryDate: undefined })).toMatchObject({
    error: 'INVALID',
    fields: [{ path: 'expiryDate', message: 'Enter the expiry date' }],
  });
  expect((await faults({ roleID: undefined })).fields).toEqual([{ path: 'roleID', message: 'Choose a role' }]);
  expect((await faults({ expiryDate: '2026-08-05' })).fields).toEqual([
    { path: 'expiryDate', message: 'The Expiry date must not be in the past' },
  ]);
  expect((await faults({ roleID: theirs })).fields).toEqual([{ path: 'roleID', message: 'There is no such role' }]);
  for (const { id } of ended)
    expect((await faults({ subscriptions: [id] })).fields).toEqual([
      { path: 'subscriptions.0', message: 'There is no such access plan' },
    ]);
  expect(await listed({ search: email })).toMatchObject([{ status: 'PENDING_APPROVAL', roleID: null, subscriptions: [] }]);
  expect(await mailsTo(email)).toEqual([]);
  expect(await logOf(email)).toEqual([]);
  expect((await admin.call('userAuthorise', approval(email, { expiryDate: '2026-08-06' }))).data.status).toBe('ACTIVE');
});

test('another organisation’s people answer like an address that nobody has', async () => {
  const unknown = await admin.refused('userAuthorise', approval('nobody@demo.nhs.uk'));
  expect(unknown).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  for (const decision of [
    approval('clinician@second.nhs.uk'),
    { email: 'clinician@second.nhs.uk', status: 'SUSPENDED' as const },
  ])
    expect({ ...(await admin.refused('userAuthorise', decision)) }).toEqual({ ...unknown });
  await signIn(app, 'clinician@second.nhs.uk');
});

test('a suspension, and another role, end every session at once; another date does not', async () => {
  const { email } = await addPerson(app, { role: 'NURSE' });
  const [one, two] = [await signIn(app, email), await signIn(app, email)];
  await admin.call('userAuthorise', approval(email, { expiryDate: '2026-12-31' }));
  expect((await one.call('userMe', {})).user.expiryDate).toBe('2026-12-31');
  expect(await mailsTo(email)).not.toContain('APPROVED');
  await admin.call('userAuthorise', approval(email, { roleID: await roleId(admin, 'CLINICIAN') }));
  for (const each of [one, two]) expect(await each.refused('userMe', {})).toMatchObject({ status: 401, code: 'SIGN_IN' });
  expect((await logOf(email)).at(-1)).toContain('Role Clinician, before Nurse');
  const again = await signIn(app, email);
  await admin.call('userAuthorise', { email, status: 'SUSPENDED' });
  expect((await again.refused('userMe', {})).status).toBe(401);
});

test('who manages users but not roles gives no role that manages roles, and shuts nobody out who has one', async () => {
  const lead = await signIn(app, 'bch@demo.nhs.uk');
  const { email } = await addPerson(app, { status: 'PENDING_APPROVAL' });
  const refused = await lead.refused('userAuthorise', approval(email, { roleID: await roleId(lead, 'ADMIN') }));
  expect(refused.fields).toEqual([{ path: 'roleID', message: 'Only somebody who may do the same can give this role' }]);
  expect((await lead.call('userAuthorise', approval(email, { roleID: await roleId(lead, 'BCH_CLINICIAN') }))).data.appRole).toBe(
    'BCH_CLINICIAN',
  );
  for (const decision of [approval('admin@demo.nhs.uk'), { email: 'admin@demo.nhs.uk', status: 'SUSPENDED' as const }])
    expect(await lead.refused('userAuthorise', decision)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
});

/** A person of a new role with these permissions, signed in. */
async function holding(permissions: readonly Permission[]): Promise<Caller> {
  const { _id } = (await admin.call('roleCreate', { name: `Of ${permissions.join(' ')}`, permissions: [...permissions] })).data;
  const { email } = await addPerson(app, { status: 'PENDING_APPROVAL' });
  await admin.call('userAuthorise', approval(email, { roleID: _id }));
  return signIn(app, email);
}
/** The status of a call. */
const statusOf = async (caller: Caller, decision: Input<'userAuthorise'>) =>
  caller.call('userAuthorise', decision).then(
    () => 200,
    (failure: unknown) => (failure instanceof CallFailed ? failure.status : 0),
  );

test('nobody makes, changes or suspends those who govern or watch in ways that they do not themselves', async () => {
  const roles = (await admin.call('roleGet', { limit: 100 })).data.records;
  const actors = [
    await signIn(app, 'bch@demo.nhs.uk'),
    await holding(['users.manage', 'roles.manage']),
    await holding(['users.manage', 'audit.read']),
  ];
  for (const actor of actors) {
    const granted = (await actor.call('userMe', {})).user.permissions;
    for (const { _id, key, permissions } of roles) {
      const mayGive = GOVERNING.every((each) => !permissions.includes(each) || granted.includes(each));
      const { email } = await addPerson(app, { status: 'PENDING_APPROVAL' });
      expect([key, await statusOf(actor, approval(email, { roleID: _id }))]).toEqual([key, mayGive ? 200 : 400]);
      await admin.call('userAuthorise', approval(email, { roleID: _id }));
      for (const decision of [{ email, status: 'SUSPENDED' as const }, approval(email)])
        expect([key, await statusOf(actor, decision)]).toEqual([key, mayGive ? 200 : 403]);
    }
  }
});

test('two who suspend each other at the same moment do not both succeed: somebody can still manage users', async () => {
  const second = await signIn(app, 'admin@second.nhs.uk');
  const { email } = await addPerson(app, { role: 'ADMIN', like: 'admin@second.nhs.uk' });
  const other = await signIn(app, email);
  await holdLog();
  const answers = await Promise.allSettled([
    second.call('userAuthorise', { email, status: 'SUSPENDED' }),
    other.call('userAuthorise', { email: 'admin@second.nhs.uk', status: 'SUSPENDED' }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const rows = await app.database.db
    .selectFrom('users')
    .select('status')
    .where('email', 'in', [email, 'admin@second.nhs.uk'])
    .execute();
  expect(rows.map(({ status }) => status).toSorted()).toEqual(['ACTIVE', 'SUSPENDED']);
});

test('an approval that is sent twice with one key is done once', async () => {
  const { email } = await addPerson(app, { status: 'PENDING_APPROVAL' });
  const key = '018f0000-0000-7000-8000-0000000000a1';
  const first = await admin.call('userAuthorise', approval(email), key);
  expect(await admin.call('userAuthorise', approval(email), key)).toEqual(first);
  expect(await mailsTo(email)).toEqual(['APPROVED']);
});

/** For half a second whoever writes into the security log waits, so that two come as far at once; the embedded kind takes one after another. */
async function holdLog(): Promise<void> {
  if (app.database.kind === 'embedded') return;
  await new Promise<void>((held, failed) => {
    const holding = app.database.db.transaction().execute(async (trx) => {
      await sql`lock table security_log in share mode`.execute(trx);
      held();
      await wait(500);
    });
    holding.catch(failed);
  });
}
