import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { POLICY_VERSION } from '#domain/accounts/registration.ts';
import { DAY, MINUTE } from '#domain/base/limits.ts';
import { DEMO_PASSWORD } from '#server/seed/demo-people.ts';
import { seed } from '#server/seed/seed.ts';
import { aPatient, callerOf, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { mailsTo, codeFor } from '#tests/support/people/mails.ts';
import { roleId } from '#tests/support/people/people.ts';
import {
  NEW_PASSWORD,
  organisationId,
  profile,
  registered,
  signInTwice,
  withTwoFactor,
} from '#tests/support/people/registering.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let admin: Caller;
const app = useTestApp(async (opened) => {
  admin = await signIn(opened, 'admin@demo.nhs.uk');
});

const email = 'first@north.nhs.uk';
const found = async (q: string) => (await admin.call('configSearchOrganisation', { q })).data.map(({ name }) => name);
const entryOf = async (name: string) => (await admin.call('organisationsList', {})).data.find((each) => each.name === name)!;

test('a new organisation has roles, drafts and templates, and its first administrator registers by a mailed code', async () => {
  const made = await admin.call('organisationsCreate', { name: 'North Hospital', administratorEmail: email });
  expect(made).toMatchObject({
    message: 'Organisation created, and the email to its administrator is on its way',
    data: { name: 'North Hospital', isEnded: false, isFirst: false },
  });
  const lost = await codeFor(app, email);
  // Neither a start of the server nor another request leaves the administrator without a code that is mailed.
  expect(await seed(app.deps, 'demo')).toBeUndefined();
  await callerOf(app).call('userCreate', { email, appRole: 'ADMIN' });
  const authorisationCode = await codeFor(app, email);
  expect(authorisationCode).not.toBe(lost);
  const { token = '', user } = await callerOf(app).call('userRegister', { email, authorisationCode, password: NEW_PASSWORD });
  expect(user).toMatchObject({ status: 'PENDING_PROFILE', role: { key: 'ADMIN' }, organisation: [{ name: 'North Hospital' }] });
  const staff = callerOf(app, token);
  await staff.call('userUpdate', { ...(await profile(app)), organisation: user!.organisation.map(({ _id }) => _id) });
  await withTwoFactor(app, staff);
  const { user: done } = await staff.call('userAcceptPolicy', { version: POLICY_VERSION });
  expect(done).toMatchObject({ status: 'ACTIVE', appRole: 'ADMIN' });
  expect(done.permissions).toContain('organisation.manage');
  expect((await staff.call('templatesGet', {})).data.total).toBe(4);
  const { records } = (await staff.call('procedureGet', { limit: 100 })).data;
  expect([...new Set(records.map(({ status }) => status))]).toEqual(['DRAFT']);
  expect((await staff.call('patientGet', {})).data.total).toBe(0);
  expect((await staff.call('organisation', {})).data).toMatchObject({ name: 'North Hospital', isFirst: false });
});

/** Registers somebody of an organisation with the code that is mailed to them, up to what they can do themselves. */
async function registersAt(organisation: string, address: string): Promise<{ staff: Caller; email: string; secret: string }> {
  const authorisationCode = await codeFor(app, address);
  const { token = '' } = await callerOf(app).call('userRegister', { email: address, authorisationCode, password: NEW_PASSWORD });
  const staff = callerOf(app, token);
  const organisations = [await organisationId(app, organisation)];
  await staff.call('userUpdate', { ...(await profile(app)), organisation: organisations });
  const secret = await withTwoFactor(app, staff);
  await staff.call('userAcceptPolicy', { version: POLICY_VERSION });
  return { staff, email: address, secret };
}

test('the first administrator of a new hospital, who signs nothing, approves its first clinician, who does', async () => {
  await admin.call('organisationsCreate', { name: 'East Hospital', administratorEmail: 'first@east.nhs.uk' });
  const { staff: first } = await registersAt('East Hospital', 'first@east.nhs.uk');
  expect((await first.call('userMe', {})).user.permissions).not.toContain('consents.sign');
  await callerOf(app).call('userCreate', { email: 'doctor@east.nhs.uk', appRole: 'CLINICIAN' });
  const doctor = await registersAt('East Hospital', 'doctor@east.nhs.uk');
  const { records } = (await first.call('userAuthoriseList', { status: 'PENDING_APPROVAL' })).data;
  expect(records.map((each) => each.email)).toEqual([doctor.email]);
  const approval = { email: doctor.email, roleID: await roleId(first, 'CLINICIAN'), expiryDate: '2027-01-01' };
  expect((await first.call('userAuthorise', approval)).data).toMatchObject({ status: 'ACTIVE', appRole: 'CLINICIAN' });
  // The time step of the set-up is used up.
  app.clock.advance(MINUTE / 2);
  const { user, call } = await signInTwice(app, doctor);
  expect(user.permissions).toContain('consents.sign');
  expect((await call('patientCreate', aPatient())).data.patient.id).not.toBe('');
});

test('an address with an account is refused, and nothing is made; one that only asked for an account is taken over', async () => {
  const before = await admin.call('organisationsList', {});
  for (const [administratorEmail, message] of [
    ['nurse@demo.nhs.uk', 'This address already has an account. Use another one.'],
    ['somebody@example.org', 'The Email must be NHS email'],
  ] as const)
    expect(await admin.refused('organisationsCreate', { name: 'South Hospital', administratorEmail })).toMatchObject({
      status: 400,
      fields: [{ path: 'administratorEmail', message }],
    });
  expect(await admin.refused('organisationsCreate', { name: 'NORTH hospital', administratorEmail: email })).toMatchObject({
    fields: [{ path: 'name', message: 'An organisation with this name already exists' }],
  });
  expect(await admin.call('organisationsList', {})).toEqual(before);
  const { email: asked } = await registered(app, 'asked@south.nhs.uk', { until: 'PENDING_EMAIL', wish: 'NURSE' });
  await admin.call('organisationsCreate', { name: 'South Hospital', administratorEmail: asked });
  const authorisationCode = await codeFor(app, asked);
  const { user } = await callerOf(app).call('userRegister', { email: asked, authorisationCode, password: NEW_PASSWORD });
  expect(user).toMatchObject({ role: { key: 'ADMIN' }, organisation: [{ name: 'South Hospital' }] });
});

test('an ended organisation signs everybody out, lets nobody in and is offered to nobody, until it is opened again', async () => {
  const inside = await signIn(app, 'clinician@second.nhs.uk');
  const registering = await registered(app, 'new@second.nhs.uk', { until: 'PENDING_PROFILE' });
  const { _id, name } = await entryOf('Second Demo Hospital');
  await admin.call('organisationsUpdate', { _id, name, ended: true });
  expect(await inside.refused('userMe', {})).toMatchObject({ status: 401, code: 'SIGN_IN' });
  const again = callerOf(app).refused('userLogin', { email: 'clinician@second.nhs.uk', password: DEMO_PASSWORD });
  expect((await again).code).toBe('NOT_ACTIVATED');
  expect(await found('second')).toEqual([]);
  expect((await admin.call('hospitals', {})).data.map((each) => each.name)).not.toContain(name);
  const chosen = { ...(await profile(app)), organisation: [_id] };
  expect((await registering.staff.refused('userUpdate', chosen)).fields).toEqual([
    { path: 'organisation', message: 'The Organisation must be one of those offered' },
  ]);
  expect(await entryOf(name)).toMatchObject({ isEnded: true });
  await admin.call('organisationsUpdate', { _id, name: 'Second Demo', ended: false });
  expect(await found('second')).toEqual(['Second Demo']);
  await signIn(app, 'clinician@second.nhs.uk');
  const log = await app.database.db
    .selectFrom('security_log')
    .select(['type', 'subject', 'detail'])
    .where('type', 'in', ['ORGANISATION_CHANGED', 'ORGANISATION_ENDED', 'ORGANISATION_REOPENED'])
    .orderBy('seq', 'desc')
    .limit(3)
    .execute();
  expect(log).toEqual([
    { type: 'ORGANISATION_REOPENED', subject: 'Second Demo', detail: '' },
    { type: 'ORGANISATION_CHANGED', subject: 'Second Demo', detail: 'before Second Demo Hospital' },
    { type: 'ORGANISATION_ENDED', subject: 'Second Demo Hospital', detail: '' },
  ]);
});

test('a session of an ended organisation opens nothing, however it came to be', async () => {
  const inside = await signIn(app, 'clinician@second.nhs.uk');
  const at = new Date(app.clock.now()).toISOString();
  const ended = (endedAt: string | null) =>
    app.database.db.updateTable('organisations').set({ ended_at: endedAt }).where('name', '=', 'Second Demo').execute();
  await ended(at);
  expect((await inside.refused('userMe', {})).code).toBe('SIGN_IN');
  await ended(null);
  await inside.call('userMe', {});
});

test('the first organisation is not ended, and the organisation of nobody does not exist', async () => {
  const first = await entryOf('Demo General Hospital');
  expect(first.isFirst).toBe(true);
  expect(await admin.refused('organisationsUpdate', { _id: first._id, name: first.name, ended: true })).toMatchObject({
    status: 409,
    message: 'The first organisation looks after the others, so it cannot be ended',
  });
  for (const _id of [randomUUID(), '00000000-0000-4000-8000-000000000000'])
    expect((await admin.refused('organisationsUpdate', { _id, name: 'Nobody' })).code).toBe('NOT_FOUND');
});

test('the code of a new administrator lives a day, as every code does', async () => {
  await admin.call('organisationsCreate', { name: 'West Hospital', administratorEmail: 'first@west.nhs.uk' });
  const authorisationCode = await codeFor(app, 'first@west.nhs.uk');
  expect(await mailsTo(app, 'first@west.nhs.uk')).toHaveLength(1);
  app.clock.advance(DAY);
  const late = { email: 'first@west.nhs.uk', authorisationCode, password: NEW_PASSWORD };
  expect((await callerOf(app).refused('userRegister', late)).code).toBe('INCORRECT_CODE');
});
