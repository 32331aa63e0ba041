import { FAILURES } from '#domain/base/messages.ts';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { PERMISSIONS, SEEDED_ROLES, GOVERNING } from '#domain/accounts/roles.ts';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson, roleId } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let admin: Caller;
const app = useTestApp();
beforeEach(async () => {
  admin = await signIn(app, 'admin@demo.nhs.uk');
});

const make = async (change: Partial<Input<'roleCreate'>> = {}) =>
  (await admin.call('roleCreate', { name: `Role ${randomUUID().slice(0, 8)}`, permissions: ['patients.read'], ...change })).data;

/** Somebody who manages roles and not much else, by a role made for them. */
async function roleManager(permissions: Input<'roleCreate'>['permissions']): Promise<Caller & { role: string }> {
  const role = await make({ permissions });
  const { email } = await addPerson(app);
  await admin.call('userAuthorise', { email, roleID: role._id, expiryDate: '2027-01-01' });
  return { ...(await signIn(app, email)), role: role._id };
}

test('nobody puts into a role what they do not hold; an administrator anything', async () => {
  const manager = await roleManager(['roles.manage', 'patients.read']);
  const refused = await manager.refused('roleCreate', {
    name: 'Too much',
    permissions: ['patients.read', 'consents.sign', 'users.manage'],
  });
  expect(refused).toMatchObject({
    status: 403,
    code: 'FORBIDDEN',
    message: 'You cannot give a permission that you do not have yourself',
    fields: [
      {
        path: 'permissions.users.manage',
        message: 'You do not hold: Approve and suspend people, manage tablets, and see mails and seals that are stuck',
      },
      {
        path: 'permissions.consents.sign',
        message: 'You do not hold: Sign as the clinician, check paper forms, and record how a disagreement ended',
      },
    ],
  });
  const role = (await manager.call('roleCreate', { name: 'Just enough', permissions: ['patients.read'] })).data;
  const update = { id: role._id, name: role.name };
  expect((await manager.refused('roleUpdate', { ...update, permissions: ['consents.sign'] })).code).toBe('FORBIDDEN');
  expect(
    (await manager.refused('roleUpdate', { id: manager.role, name: 'Own', permissions: ['roles.manage', 'users.manage'] })).code,
  ).toBe('FORBIDDEN');
  // Permissions that a role already has may stay or be removed.
  await admin.call('roleUpdate', { ...update, permissions: ['patients.read', 'consents.sign', 'consents.confirm'] });
  expect((await manager.call('roleUpdate', { ...update, permissions: ['consents.sign'] })).data.permissions).toEqual([
    'consents.sign',
  ]);
  expect((await make({ permissions: [...PERMISSIONS] })).permissions).toEqual([...PERMISSIONS]);
});

test('the administrator’s role keeps what governs', async () => {
  const id = await roleId(admin, 'ADMIN');
  const held = SEEDED_ROLES.find(({ key }) => key === 'ADMIN')!.permissions;
  const refused = await admin.refused('roleUpdate', { id, name: 'Administrator', permissions: ['roles.manage', 'audit.read'] });
  expect(refused).toMatchObject({
    status: 400,
    fields: [
      {
        path: 'permissions.users.manage',
        message: 'This role always keeps: Approve and suspend people, manage tablets, and see mails and seals that are stuck',
      },
    ],
  });
  await admin.call('roleUpdate', { id, name: 'Administrator', permissions: held.filter((each) => each !== 'patients.import') });
  expect((await admin.call('roleUpdate', { id, name: 'Administrator', permissions: [...held] })).data.permissions).toHaveLength(
    held.length,
  );
});

test('no change of a role leaves an organisation without anybody who can manage users', async () => {
  const second = await signIn(app, 'admin@second.nhs.uk');
  const { email } = await addPerson(app, { like: 'admin@second.nhs.uk' });
  const own = (await second.call('roleCreate', { name: 'Manager', permissions: [...GOVERNING] })).data;
  await second.call('userAuthorise', { email, roleID: own._id, expiryDate: '2027-01-01' });
  const manager = await signIn(app, email);
  await manager.call('userAuthorise', { email: 'admin@second.nhs.uk', status: 'SUSPENDED' });
  const loses = { id: own._id, name: 'Manager', permissions: GOVERNING.filter((each) => each !== 'users.manage') };
  expect(await manager.refused('roleUpdate', loses)).toMatchObject({
    status: 409,
    message: FAILURES.LAST_MANAGER.message,
  });
  expect((await manager.call('roleGet', { role: 'manager' })).data.records[0]?.permissions).toEqual([...GOVERNING]);
  await manager.call('userAuthorise', {
    email: 'admin@second.nhs.uk',
    roleID: await roleId(manager, 'ADMIN'),
    expiryDate: '2027-01-01',
  });
  await manager.call('roleUpdate', loses);
});

test('a changed role is in force at once: whoever holds it signs in anew, but for the session that changed it', async () => {
  const role = await make({ permissions: ['patients.read', 'dashboard.read'] });
  const { email } = await addPerson(app);
  await admin.call('userAuthorise', { email, roleID: role._id, expiryDate: '2027-01-01' });
  const holder = await signIn(app, email);
  const other = await signIn(app, 'admin@demo.nhs.uk');
  await admin.call('roleUpdate', { id: role._id, name: role.name, accountType: 'REFERRING', permissions: ['dashboard.read'] });
  expect((await holder.refused('patientGet', {})).code).toBe('SIGN_IN');
  const again = await signIn(app, email);
  expect((await again.refused('patientGet', {})).code).toBe('FORBIDDEN');
  expect((await again.call('userMe', {})).user).toMatchObject({ accountType: 'REFERRING', permissions: ['dashboard.read'] });
  await admin.call('roleUpdate', {
    id: await roleId(admin, 'ADMIN'),
    name: 'Chief',
    permissions: [...SEEDED_ROLES[0]!.permissions],
  });
  expect((await other.refused('userMe', {})).code).toBe('SIGN_IN');
  expect((await admin.call('userMe', {})).user.role?.name).toBe('Chief');
});
