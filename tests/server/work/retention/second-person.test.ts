import { expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { proposeDue } from '#server/work/retention/propose-due.ts';
import { aPatient, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson, roleId } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();
const FIRST = 'admin@demo.nhs.uk';
const UNTIL = '2060-01-01';

type Way = (first: Caller) => Promise<string>;

async function given(by: Caller, email: string, key: string): Promise<string> {
  await by.call('userAuthorise', { email, status: 'ACTIVE', roleID: await roleId(by, key), expiryDate: UNTIL });
  return email;
}

/** A person in a role of this name, who lets the role be changed afterwards. */
async function inRole(by: Caller, name: string, permissions: string[]): Promise<{ id: string; email: string }> {
  const { data } = await by.call('roleCreate', { name, permissions: permissions as ['dashboard.read'] });
  const { email } = await addPerson(app, { role: 'READ_ONLY' });
  await app.database.db.updateTable('users').set({ role_id: data._id }).where('email', '=', email).execute();
  return { id: data._id, email };
}

/** An administrator of long ago with an access plan that a third person made. */
async function onPlan(by: Caller, plan: { name: string; endDate: string }): Promise<{ id: string; email: string; name: string }> {
  const fields = { specialities: [], startDate: '2026-01-01', ...plan };
  const { _id } = (await by.call('subscriptionCreate', fields)).data;
  const { id: user_id, email } = await addPerson(app, { role: 'ADMIN' });
  const { organisation_id } = await app.database.db
    .selectFrom('users')
    .select('organisation_id')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  await app.database.db.insertInto('user_subscriptions').values({ organisation_id, user_id, subscription_id: _id }).execute();
  return { id: _id, email, name: plan.name };
}

async function prolonged(by: Caller, { id: _id, name }: { id: string; name: string }): Promise<void> {
  await by.call('subscriptionUpdate', { _id, name, specialities: [], startDate: '2026-01-01', endDate: UNTIL });
}

const RIGHT = ['dashboard.read', 'organisation.manage'];
/** Each way by which one hand makes the second person. */
const WAYS: Record<string, Way> = {
  'a reader is raised': async (first) => given(first, (await addPerson(app, { role: 'READ_ONLY' })).email, 'ADMIN'),
  'somebody new is let in': async (first) => given(first, (await addPerson(app, { status: 'PENDING_APPROVAL' })).email, 'ADMIN'),
  'a suspended administrator is let in again': async (first) =>
    given(first, (await addPerson(app, { role: 'ADMIN', status: 'SUSPENDED' })).email, 'ADMIN'),
  'an account that has ended is prolonged': async (first) =>
    given(first, (await addPerson(app, { role: 'ADMIN', expiryDate: '2026-08-05' })).email, 'ADMIN'),
  'the right is given to their role': async (first) => {
    const { id, email } = await inRole(first, 'Desk one', ['dashboard.read']);
    await first.call('roleUpdate', { id, name: 'Desk one', permissions: RIGHT as ['dashboard.read'] });
    return email;
  },
  'a role with the right is made for them': async (first) => (await inRole(first, 'Desk two', RIGHT)).email,
  'their role has another name since': async (first) => {
    const { id, email } = await inRole(first, 'Desk three', ['dashboard.read']);
    await first.call('roleUpdate', { id, name: 'Desk three', permissions: RIGHT as ['dashboard.read'] });
    await first.call('roleUpdate', { id, name: 'Archive', permissions: RIGHT as ['dashboard.read'] });
    return email;
  },
  'their role had a name that reads like a change': async (first) => {
    const { id, email } = await inRole(first, 'Desk, added later', ['dashboard.read']);
    await first.call('roleUpdate', { id, name: 'Desk, added later', permissions: RIGHT as ['dashboard.read'] });
    await first.call('roleUpdate', { id, name: 'Archive two', permissions: RIGHT as ['dashboard.read'] });
    return email;
  },
  'their plan had ended and runs again': async (first) => {
    const plan = await onPlan(first, { name: 'Plan one', endDate: '2026-08-05' });
    await prolonged(first, plan);
    return plan.email;
  },
  'their plan runs and is prolonged': async (first) => {
    const plan = await onPlan(first, { name: 'Plan two', endDate: '2059-12-31' });
    await prolonged(first, plan);
    return plan.email;
  },
  'their plan had another name, which reads like a change': async (first) => {
    const plan = await onPlan(first, { name: 'Plan, from three', endDate: '2026-08-05' });
    await prolonged(first, plan);
    await prolonged(first, { ...plan, name: 'Plan four' });
    return plan.email;
  },
  'an account is new': async () => {
    const { id, email } = await addPerson(app, { role: 'ADMIN' });
    const created_at = new Date(app.clock.now()).toISOString();
    await app.database.db.updateTable('users').set({ created_at }).where('id', '=', id).execute();
    return email;
  },
};

/** A record that is due, and confirmed by the first person. @param before - done a month before the first person confirms */
async function confirmed(before: (first: Caller) => Promise<void> = async () => {}): Promise<{ id: string; version: number }> {
  const staff = await signIn(app);
  const { id } = (await staff.call('patientCreate', aPatient({ dateOfBirth: '1950-03-14' }))).data.patient;
  let admin = await signIn(app, FIRST);
  const { version, asked: _, ...rules } = (await admin.call('retentionGet', {})).data;
  await admin.call('retentionUpdate', { ...rules, isOn: true, version });
  app.clock.advance(9 * 366 * DAY);
  while (await proposeDue(app.deps));
  await before(await signIn(app, FIRST));
  app.clock.advance(30 * DAY);
  admin = await signIn(app, FIRST);
  const all = (await admin.call('retentionProposals', { limit: 100 })).data.records;
  const proposal = all.find((each) => each.id === id);
  return { id, version: (await admin.call('retentionConfirm', { id, version: proposal?.version ?? 0 })).data.version };
}

test('nobody whom the first of two people has made approves a deletion, in whichever way, and somebody of their own does', async () => {
  const third = await addPerson(app, { role: 'ADMIN' });
  const record = await confirmed();
  const own = await addPerson(app, { role: 'ADMIN' });
  for (const [way, make] of Object.entries(WAYS)) {
    const email = await make(await signIn(app, FIRST));
    const refused = await (await signIn(app, email)).refused('retentionApprove', record);
    expect([way, refused.status, refused.code]).toEqual([way, 403, 'ANOTHER_PERSON']);
  }
  const raised = await addPerson(app, { role: 'READ_ONLY' });
  await given(await signIn(app, third.email), raised.email, 'ADMIN');
  expect((await (await signIn(app, raised.email)).refused('retentionApprove', record)).code).toBe('ANOTHER_PERSON');
  expect((await (await signIn(app, own.email)).call('retentionApprove', record)).data).toMatchObject({ why: 'ADULT' });
});

test('an access plan that the first of two people woke makes nobody a second one, ever; one that ran only within seven days', async () => {
  const third = await addPerson(app, { role: 'ADMIN' });
  const people: Record<string, string> = {};
  const record = await confirmed(async (first) => {
    const other = await signIn(app, third.email);
    const woken = await onPlan(other, { name: 'Woken', endDate: '2026-08-05' });
    const ran = await onPlan(other, { name: 'Ran', endDate: '2059-12-31' });
    await prolonged(first, woken);
    await prolonged(first, ran);
    people.woken = woken.email;
    people.ran = ran.email;
  });
  const ofWoken = await signIn(app, people.woken);
  expect((await ofWoken.refused('retentionApprove', record)).code).toBe('ANOTHER_PERSON');
  expect((await (await signIn(app, people.ran)).call('retentionApprove', record)).data).toMatchObject({ why: 'ADULT' });
});
