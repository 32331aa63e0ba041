import { beforeEach, expect, test } from 'vitest';
import { POLICY_VERSION } from '#domain/accounts/registration.ts';
import { userByEmail, type OwnUser } from '#server/data/accounts/users.ts';
import { actorOf, type StaffActor } from '#server/http/actor.ts';
import { authorise } from '#server/work/accounts/authorise.ts';
import { createRole } from '#server/work/accounts/change-role.ts';
import { acceptPolicy, changeProfile } from '#server/work/accounts/profile.ts';
import { callerOf, DEMO_PASSWORD, signIn } from '#tests/support/forms/builders.ts';
import { codeFor, mailsTo } from '#tests/support/people/mails.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { logOf, NEW_PASSWORD, profile, registered } from '#tests/support/people/registering.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

const OTHER = 'Other!Leaf8';
let email: string;
beforeEach(async () => {
  ({ email } = await addPerson(app, { role: 'NURSE' }));
});

/** Something happens while the server looks at the next password. */
function whileProving(happens: () => Promise<unknown>): void {
  const { passwords } = app.deps;
  const verify = passwords.verify.bind(passwords);
  passwords.verify = async (...given) => {
    passwords.verify = verify;
    const isRight = await verify(...given);
    await happens();
    return isRight;
  };
}

const suspend = () => app.database.db.updateTable('users').set({ status: 'SUSPENDED' }).where('email', '=', email).execute();
async function resets(): Promise<() => Promise<unknown>> {
  await callerOf(app).call('userForgot', { email });
  const authorisationCode = await codeFor(app, email);
  return () => callerOf(app).call('userRegister', { email, authorisationCode, password: NEW_PASSWORD });
}
const openSessions = async () => {
  const { db } = app.database;
  const open = db.selectFrom('sessions as s').innerJoin('users as u', 'u.id', 's.user_id').where('s.ended_at', 'is', null);
  return (await open.where('u.email', '=', email).select('s.id').execute()).length;
};
const statusOf = async () => (await userByEmail(app.database.db, email))?.status;
const staleRow = async (): Promise<OwnUser> => {
  const row = await userByEmail(app.database.db, email);
  if (row === undefined) throw new Error('nobody has this address');
  return row;
};
const visit = () => ({
  db: app.database.db,
  deps: app.deps,
  now: new Date(app.clock.now()).toISOString(),
  address: '127.0.0.1',
  agent: '',
});

test('a sign-in with the old password ends in nothing when the password is set anew at that moment', async () => {
  whileProving(await resets());
  expect((await callerOf(app).refused('userLogin', { email, password: DEMO_PASSWORD })).code).toBe('INCORRECT_CREDENTIALS');
  expect(await openSessions()).toBe(0);
  await callerOf(app).call('userLogin', { email, password: NEW_PASSWORD });
});

test('who is suspended while signing in is not signed in, also not after a reactivation', async () => {
  whileProving(suspend);
  expect((await callerOf(app).refused('userLogin', { email, password: DEMO_PASSWORD })).code).toBe('INCORRECT_CREDENTIALS');
  expect(await openSessions()).toBe(0);
  expect((await callerOf(app).refused('userLogin', { email, password: DEMO_PASSWORD })).code).toBe('NOT_ACTIVATED');
});

test('who knows the old password cannot undo a reset by a change that was under way', async () => {
  const stranger = await signIn(app, email);
  whileProving(await resets());
  const change = { email, oldPassword: DEMO_PASSWORD, newPassword: OTHER };
  expect((await stranger.refused('userChangePassword', change)).code).toBe('INCORRECT_PASSWORD');
  await callerOf(app).call('userLogin', { email, password: NEW_PASSWORD });
});

test('neither a profile nor the terms wake an account that is suspended at that moment', async () => {
  const before = await staleRow();
  const own = await profile(app);
  await suspend();
  const { db } = app.database;
  const refused = { key: 'IN_PROGRESS', status: 409 };
  await expect(
    db.transaction().execute((trx) => changeProfile(trx, visit(), before, { profile: own, reason: undefined })),
  ).rejects.toMatchObject(refused);
  await expect(db.transaction().execute((trx) => acceptPolicy(trx, visit(), before, POLICY_VERSION))).rejects.toMatchObject(
    refused,
  );
  expect(await statusOf()).toBe('SUSPENDED');
});

test('who loses their access while they decide about others decides nothing any more', async () => {
  const { email: manager } = await addPerson(app, { role: 'ADMIN' });
  const { token, call } = await signIn(app, manager);
  const actor = (await actorOf(token, app.deps)) as StaffActor; // a staff session's token
  await call('userDestroyToken', {});
  const { db } = app.database;
  const deciding = { ...visit(), actor };
  const given = { email, status: 'SUSPENDED' as const, subscriptions: [] };
  const refused = { key: 'SIGN_IN', status: 401 };
  await expect(db.transaction().execute((trx) => authorise(given, { ...deciding, db: trx }))).rejects.toMatchObject(refused);
  const fields = { name: 'Late role', accountType: undefined, permissions: [] };
  await expect(db.transaction().execute((trx) => createRole(fields, { ...deciding, db: trx }))).rejects.toMatchObject(refused);
  expect(await statusOf()).toBe('ACTIVE');
});

test('the end of a registration is kept whole or not at all: nobody waits whom nobody was told of', async () => {
  const { staff, email: waiting } = await registered(app, 'whole@demo.nhs.uk', { until: 'PENDING_TERMS' });
  const { db } = app.database;
  const rename = (from: string, to: string) => db.updateTable('users').set({ email: to }).where('email', '=', from).execute();
  // An address that no mail can go to: something fails after the state was changed.
  await rename('bch@demo.nhs.uk', 'no address');
  expect((await staff.refused('userAcceptPolicy', { version: POLICY_VERSION })).status).toBe(500);
  email = waiting;
  expect(await statusOf()).toBe('PENDING_TERMS');
  expect((await logOf(app, waiting)).map(({ type }) => type)).not.toContain('TERMS_ACCEPTED');
  await rename('no address', 'bch@demo.nhs.uk');
  await staff.call('userAcceptPolicy', { version: POLICY_VERSION });
  expect(await mailsTo(app, 'bch@demo.nhs.uk')).toHaveLength(1);
});

test('who is past their date is neither asked for approvals nor among the clinicians', async () => {
  const { email: past } = await addPerson(app, { role: 'BCH_CLINICIAN' });
  const staff = await signIn(app, 'nurse@demo.nhs.uk');
  const clinicians = async () => (await staff.call('userGetClinicians', {})).data.records.map((each) => each.email);
  expect(await clinicians()).toContain(past);
  await app.database.db.updateTable('users').set({ expiry_date: '2026-08-05' }).where('email', '=', past).execute();
  expect(await clinicians()).not.toContain(past);
  await registered(app, 'asks@demo.nhs.uk');
  expect(await mailsTo(app, past)).toEqual([]);
});
