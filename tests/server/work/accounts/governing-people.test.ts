import { beforeAll, expect, test } from 'vitest';
import { GOVERNING, PERMISSIONS, type Permission } from '#domain/accounts/roles.ts';
import type { UserStatus } from '#domain/accounts/user-status.ts';
import { CallFailed } from '#contract/engine/call.ts';
import { isPart } from '#tests/support/checks/full.ts';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

type Rights = readonly Permission[];
type Role = { readonly id: string; readonly key: string; readonly rights: Rights };

/** No governing right, each alone, all of them, and all rights that are none. */
const SETS: readonly Rights[] = [
  ['patients.read'],
  ...GOVERNING.map((each) => ['patients.read', each] as const),
  ['patients.read', ...GOVERNING],
  PERMISSIONS.filter((each) => !isGoverning(each)),
];
/** This governing right alone, with each other one, and all, beside a right that is none; on a push alone and with one other. */
function actorsWith(own: Permission): Rights[] {
  const others = GOVERNING.filter((each) => each !== own);
  const more = isPart ? [[], ...others.map((each) => [each]), others] : [[], others.slice(0, 1)];
  return more.map((each) => ['patients.read', own, ...each]);
}
const lacks = (own: Rights, rights: Rights) => rights.some((each) => !own.includes(each));
const governsBeyond = (own: Rights, rights: Rights) => lacks(own, rights.filter(isGoverning));

let admin: Caller;
let roles: Role[];
const app = useTestApp();
beforeAll(async () => {
  admin = await signIn(app, 'admin@demo.nhs.uk');
  roles = [];
  for (const rights of SETS) roles.push(await makeRole(rights));
});

async function makeRole(rights: Rights): Promise<Role> {
  const { data } = await admin.call('roleCreate', { name: `Of ${crypto.randomUUID()}`, permissions: [...rights] });
  return { id: data._id, key: data.key, rights };
}
async function holding(rights: Rights): Promise<Caller> {
  const { key } = await makeRole(rights);
  return signIn(app, (await addPerson(app, { role: key })).email);
}
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (failure: unknown) => {
      if (!(failure instanceof CallFailed)) throw failure;
      return `${failure.code} ${failure.fields?.map(({ path }) => path).join() ?? ''}`.trim();
    },
  );
const words = (...sets: Rights[]) => sets.map((set) => set.join(' ')).join(' | ');

const holderOf = ({ key }: Role, status: UserStatus = 'ACTIVE') => addPerson(app, { role: key, status });
const accessOf = ({ id }: { id: string }) =>
  app.database.db.selectFrom('users').select(['role_id', 'status']).where('id', '=', id).executeTakeFirstOrThrow();
const giving = (email: string, role: Role) => ({ email, roleID: role.id, expiryDate: '2027-01-01' });

test('nobody approves, changes, suspends or wakes somebody who governs beyond their own rights: every set against every pair', async () => {
  let tried = 0;
  for (const own of actorsWith('users.manage')) {
    const actor = await holding(own);
    for (const before of roles) {
      const mayTouch = !governsBeyond(own, before.rights);
      const waiting = await addPerson(app, { status: 'PENDING_APPROVAL' });
      const approval = await outcome(actor.call('userAuthorise', giving(waiting.email, before)));
      expect([words(own, before.rights), approval]).toEqual([words(own, before.rights), mayTouch ? 'done' : 'INVALID roleID']);
      expect((await accessOf(waiting)).status).toBe(mayTouch ? 'ACTIVE' : 'PENDING_APPROVAL');
      for (const after of roles) {
        const person = await holderOf(before);
        const change = await outcome(actor.call('userAuthorise', giving(person.email, after)));
        const isGivable = !governsBeyond(own, after.rights);
        const expected = !mayTouch ? 'FORBIDDEN' : isGivable ? 'done' : 'INVALID roleID';
        expect([words(own, before.rights, after.rights), change]).toEqual([words(own, before.rights, after.rights), expected]);
        expect((await accessOf(person)).role_id).toBe(expected === 'done' ? after.id : before.id);
        tried += 1;
      }
      const [active, asleep] = [await holderOf(before), await holderOf(before, 'SUSPENDED')];
      const done = mayTouch ? 'done' : 'FORBIDDEN';
      expect(await outcome(actor.call('userAuthorise', { email: active.email, status: 'SUSPENDED' })), words(own)).toBe(done);
      expect(await outcome(actor.call('userAuthorise', giving(asleep.email, before))), words(own)).toBe(done);
      expect([(await accessOf(active)).status, (await accessOf(asleep)).status]).toEqual(
        mayTouch ? ['SUSPENDED', 'ACTIVE'] : ['ACTIVE', 'SUSPENDED'],
      );
    }
  }
  expect(tried).toBe((isPart ? GOVERNING.length + 1 : 2) * SETS.length ** 2);
}, 180_000);

const rightsOf = async ({ id }: { id: string }): Promise<Rights | undefined> =>
  (await app.database.db.selectFrom('roles').select('permissions').where('id', '=', id).executeTakeFirst())?.permissions;

test('nobody makes a role of rights that they lack, and nobody changes or deletes one that governs beyond their own', async () => {
  let tried = 0;
  for (const own of actorsWith('roles.manage')) {
    const actor = await holding(own);
    for (const { rights: before } of roles) {
      const name = `Made ${crypto.randomUUID()}`;
      const making = await outcome(actor.call('roleCreate', { name, permissions: [...before] }));
      expect([words(own, before), making.split(' ')[0]]).toEqual([words(own, before), lacks(own, before) ? 'FORBIDDEN' : 'done']);
      const isMade = (await admin.call('roleGet', { role: name })).data.total === 1;
      expect(isMade).toBe(!lacks(own, before));

      const mayTouch = !governsBeyond(own, before);
      const role = await makeRole(before);
      for (const { rights: after } of roles) {
        const gained = after.filter((each) => !before.includes(each));
        const isDone = mayTouch && !lacks(own, gained);
        const asked = { id: role.id, name: role.id, permissions: [...after] };
        const change = await outcome(actor.call('roleUpdate', asked));
        expect([words(own, before, after), change.split(' ')[0]]).toEqual([
          words(own, before, after),
          isDone ? 'done' : 'FORBIDDEN',
        ]);
        expect((await rightsOf(role))?.toSorted()).toEqual((isDone ? after : before).toSorted());
        if (isDone) await admin.call('roleUpdate', { ...asked, permissions: [...before] });
        tried += 1;
      }
      const other = await makeRole(before);
      const done = mayTouch ? 'done' : 'FORBIDDEN';
      expect(await outcome(actor.call('roleDelete', { id: role.id }, crypto.randomUUID())), words(own, before)).toBe(done);
      expect(await outcome(actor.call('roleDeleteSafely', { id: other.id })), words(own, before)).toBe(done);
      const rest = [await rightsOf(role), await rightsOf(other)];
      expect(rest.map((each) => each === undefined)).toEqual([mayTouch, mayTouch]);
    }
  }
  expect(tried).toBe((isPart ? GOVERNING.length + 1 : 2) * SETS.length ** 2);
}, 180_000);

function isGoverning(each: Permission): boolean {
  return GOVERNING.some((governing) => governing === each);
}
