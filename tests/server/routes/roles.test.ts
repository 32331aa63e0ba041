import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { DAY } from '#domain/base/limits.ts';
import { SEEDED_ROLES } from '#domain/accounts/roles.ts';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson, roleId } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let admin: Caller;
const app = useTestApp();
beforeEach(async () => {
  admin = await signIn(app, 'admin@demo.nhs.uk');
});

const listed = async (filter: Input<'roleGet'> = {}) => (await admin.call('roleGet', { limit: 100, ...filter })).data.records;
const make = async (change: Partial<Input<'roleCreate'>> = {}) =>
  (await admin.call('roleCreate', { name: `Role ${randomUUID().slice(0, 8)}`, permissions: ['patients.read'], ...change })).data;

test('every organisation starts with the same roles, and each tells how many hold it', async () => {
  const roles = await listed();
  expect(
    roles
      .filter(({ isSeeded }) => isSeeded)
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual(SEEDED_ROLES.map(({ key }) => key).toSorted());
  expect(roles.find(({ key }) => key === 'CLINICIAN')).toMatchObject({ name: 'Clinician', accountType: 'CLINICIAN', users: 2 });
  // A suspended user still counts for the role; a user who only requested it does not.
  expect(roles.find(({ key }) => key === 'NURSE')).toMatchObject({ users: 2 });
});

test('a role is made with a key of its name, changed, and deleted, and each is written down', async () => {
  const made = await admin.call('roleCreate', {
    name: ' Ward  Clerk (nights) ',
    permissions: ['dashboard.read', 'patients.read', 'patients.read'],
  });
  expect(made).toMatchObject({
    message: 'Role created',
    data: {
      key: 'WARD_CLERK_NIGHTS',
      accountType: 'CLINICIAN',
      permissions: ['patients.read', 'dashboard.read'],
      users: 0,
      isSeeded: false,
    },
  });
  const id = made.data._id;
  const changed = await admin.call('roleUpdate', {
    id,
    name: 'Desk',
    accountType: 'HOSPITAL',
    permissions: ['patients.read', 'patients.write'],
  });
  expect(changed).toMatchObject({
    message: 'Role saved',
    data: {
      _id: id,
      key: 'WARD_CLERK_NIGHTS',
      name: 'Desk',
      accountType: 'HOSPITAL',
      permissions: ['patients.read', 'patients.write'],
    },
  });
  expect(await admin.call('roleDeleteSafely', { id })).toEqual({ message: 'Role deleted' });
  expect((await admin.refused('roleUpdate', { id, name: 'Desk', permissions: [] })).status).toBe(404);
  const log = await app.database.db
    .selectFrom('security_log')
    .selectAll()
    .where('type', 'in', ['ROLE_CREATED', 'ROLE_CHANGED', 'ROLE_DELETED'])
    .orderBy('id')
    .execute();
  expect(log.slice(-3).map(({ type, actor, subject, detail }) => ({ type, actor, subject, detail }))).toEqual([
    {
      type: 'ROLE_CREATED',
      actor: 'Demo Administrator',
      subject: 'Ward  Clerk (nights)',
      detail: 'patients.read dashboard.read',
    },
    {
      type: 'ROLE_CHANGED',
      actor: 'Demo Administrator',
      subject: 'Desk',
      detail: 'before Ward  Clerk (nights), added patients.write, taken away dashboard.read',
    },
    { type: 'ROLE_DELETED', actor: 'Demo Administrator', subject: 'Desk', detail: '' },
  ]);
});

test('two roles have neither one name nor one key, whatever case or marks the name is written with', async () => {
  const first = await make({ name: 'Théâtre nurse' });
  for (const name of ['theatre NURSE', 'Theatre Nurse '])
    expect((await admin.refused('roleCreate', { name, permissions: [] })).fields).toEqual([
      { path: 'name', message: 'A role with this name already exists' },
    ]);
  expect((await make({ name: 'Theatre-nurse' })).key).toBe('THEATRE_NURSE_2');
  const other = await make();
  expect((await admin.refused('roleUpdate', { id: other._id, name: first.name, permissions: [] })).code).toBe('INVALID');
  expect((await admin.call('roleUpdate', { id: first._id, name: 'Théâtre Nurse', permissions: [] })).data.key).toBe(
    'THEATRE_NURSE',
  );
  // No own role can take the key on which a rule of the product hangs.
  await admin.call('roleUpdate', { id: await roleId(admin, 'AUDITOR'), name: 'Reviewer', permissions: ['audit.read'] });
  expect((await make({ name: 'Auditor' })).key).toBe('AUDITOR_2');
  const second = await signIn(app, 'admin@second.nhs.uk');
  expect((await second.call('roleCreate', { name: 'Théâtre nurse', permissions: [] })).data.key).toBe('THEATRE_NURSE');
});

test('a role that somebody has is not deleted, nor one that every organisation has', async () => {
  const role = await make();
  const { email } = await addPerson(app);
  await admin.call('userAuthorise', { email, roleID: role._id, expiryDate: '2027-01-01' });
  await admin.call('userAuthorise', { email, status: 'SUSPENDED' });
  expect(await admin.refused('roleDeleteSafely', { id: role._id })).toMatchObject({
    status: 409,
    message: 'Somebody has this role, so it cannot be deleted. Give them another role first.',
  });
  const second = await signIn(app, 'clinician@second.nhs.uk');
  expect((await second.refused('roleGet', {})).code).toBe('FORBIDDEN');
  await app.database.db.updateTable('users').set({ role_id: null }).where('email', '=', 'auditor@demo.nhs.uk').execute();
  expect(await admin.refused('roleDeleteSafely', { id: await roleId(admin, 'AUDITOR') })).toMatchObject({
    status: 409,
    code: 'MOVE_REFUSED',
  });
});

test('a link that is followed deletes nothing: the deleting GET needs a key, and with it deletes once', async () => {
  const role = await make();
  const del = (headers: Record<string, string>) =>
    app.ask({ url: `/api/role/delete?id=${role._id}`, headers: { authorization: `Bearer ${admin.token}`, ...headers } });
  expect(await del({})).toMatchObject({
    status: 400,
    body: { error: 'INVALID', fields: [{ path: 'Idempotency-Key', message: 'The Idempotency-Key is required' }] },
  });
  expect(await listed({ role: role.name })).toHaveLength(1);
  const key = { 'idempotency-key': randomUUID() };
  expect(await del(key)).toMatchObject({ status: 200, body: { message: 'Role deleted' } });
  expect(await del(key)).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } });
  expect((await del({ 'idempotency-key': randomUUID() })).status).toBe(404);
});

test('another organisation’s roles answer like roles that do not exist', async () => {
  const role = await make();
  const theirs = await signIn(app, 'admin@second.nhs.uk');
  for (const id of [role._id, randomUUID()]) {
    expect((await theirs.refused('roleUpdate', { id, name: 'Taken', permissions: [] })).code).toBe('NOT_FOUND');
    expect((await theirs.refused('roleDelete', { id }, randomUUID())).code).toBe('NOT_FOUND');
    expect((await theirs.refused('roleDeleteSafely', { id })).code).toBe('NOT_FOUND');
  }
  expect(await listed({ role: role.name })).toHaveLength(1);
});

test('roles are found by name and by the organisation’s days on which they were made and changed', async () => {
  const early = await make();
  app.clock.advance(DAY);
  admin = await signIn(app, 'admin@demo.nhs.uk');
  const late = await make();
  const day = (ms: number) => new Date(app.clock.now() + ms).toISOString().slice(0, 10);
  const names = async (filter: Input<'roleGet'>) => (await listed({ role: 'role', ...filter })).map(({ name }) => name);
  expect(await names({ startDate: day(0) })).toEqual([late.name]);
  expect(await names({ endDate: day(-DAY), role: early.name.toUpperCase() })).toEqual([early.name]);
  expect(await names({ startDate: day(DAY) })).toEqual([]);
  await admin.call('roleUpdate', { id: early._id, name: early.name, permissions: [] });
  expect((await names({ updatedStartDate: day(0), updatedEndDate: day(0) })).toSorted()).toEqual(
    [early.name, late.name].toSorted(),
  );
  expect(await names({ updatedEndDate: day(-DAY) })).not.toContain(early.name);
  const all = await listed();
  const page = (await admin.call('roleGet', { page: 2, limit: 4 })).data;
  expect(page).toMatchObject({ total: all.length, pages: Math.ceil(all.length / 4), page: 2 });
  expect(page.records).toEqual(all.slice(4, 8));
});
