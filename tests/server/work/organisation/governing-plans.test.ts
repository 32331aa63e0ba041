import { beforeAll, expect, test } from 'vitest';
import { FAILURES } from '#domain/base/messages.ts';
import { GOVERNING, type Permission } from '#domain/accounts/roles.ts';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let admin: Caller;
const app = useTestApp();
beforeAll(async () => {
  admin = await signIn(app, 'admin@demo.nhs.uk');
});

const PLAN = { specialities: [], startDate: '2026-01-01', endDate: null };
const YESTERDAY = '2026-08-05';
const SETS: readonly (readonly Permission[])[] = [
  ['patients.read'],
  ...GOVERNING.map((each) => ['patients.read', each] as const),
];

/** Somebody with these permissions and, where it is named, a plan. @returns their address */
async function person(permissions: readonly Permission[], plan?: string): Promise<string> {
  const role = await admin.call('roleCreate', { name: `Demo ${crypto.randomUUID()}`, permissions: [...permissions] });
  const { email } = await addPerson(app);
  const subscriptions = plan === undefined ? [] : [plan];
  await admin.call('userAuthorise', { email, roleID: role.data._id, expiryDate: '2027-01-01', subscriptions });
  return email;
}

test('nobody ends or wakes the plan of somebody who governs in ways that they do not: every pair of governing rights', async () => {
  const outcomes: [string, string, string][] = [];
  for (const mine of GOVERNING) {
    const manager = await signIn(app, await person([...new Set<Permission>(['organisation.manage', mine])]));
    const own: readonly Permission[] = ['organisation.manage', mine];
    for (const theirs of SETS) {
      const name = `Plan ${crypto.randomUUID()}`;
      const { _id } = (await admin.call('subscriptionCreate', { ...PLAN, name })).data;
      await person(theirs, _id);
      const mayDecide = GOVERNING.every((each) => !theirs.includes(each) || own.includes(each));
      const change = { _id, ...PLAN, name, endDate: YESTERDAY };
      const outcome = mayDecide
        ? (await manager.call('subscriptionUpdate', change)).data.status
        : (await manager.refused('subscriptionUpdate', change)).code;
      outcomes.push([own.join(' '), theirs.join(' '), outcome]);
      expect(outcomes.at(-1)?.[2]).toBe(mayDecide ? 'ENDED' : 'FORBIDDEN');
      if (!mayDecide) continue;
      // Waking it is the same decision.
      expect((await manager.call('subscriptionUpdate', { _id, ...PLAN, name })).data.status).toBe('ACTIVE');
    }
  }
  expect(outcomes).toHaveLength(GOVERNING.length * SETS.length);
});

test('the plan of the last who manage an organisation does not end', async () => {
  const { _id } = (await admin.call('subscriptionCreate', { ...PLAN, name: 'Administrators' })).data;
  const other = await person(['users.manage', 'roles.manage', 'organisation.manage', 'audit.read'], _id);
  const second = await signIn(app, other);
  // The administrators of the demo hospital stay while this plan ends.
  const change = { _id, ...PLAN, name: 'Administrators', endDate: YESTERDAY };
  expect((await admin.call('subscriptionUpdate', change)).data.status).toBe('ENDED');
  await admin.call('subscriptionUpdate', { ...change, endDate: null });
  const { db } = app.database;
  const rest = await db
    .selectFrom('users')
    .select(['id', 'organisation_id'])
    .where('email', '<>', other)
    .where('status', '=', 'ACTIVE')
    .execute();
  const mine = (await db.selectFrom('users').select('organisation_id').where('email', '=', other).executeTakeFirstOrThrow())
    .organisation_id;
  const ids = rest.filter(({ organisation_id }) => organisation_id === mine).map(({ id }) => id);
  await db.updateTable('users').set({ status: 'SUSPENDED' }).where('id', 'in', ids).execute();
  expect((await second.refused('subscriptionUpdate', change)).message).toBe(FAILURES.LAST_MANAGER.message);
});
