import { onTestFinished } from 'vitest';
import type { Permission } from '#domain/accounts/roles.ts';
import { json } from '#server/data/json.ts';
import type { TestApp } from '#tests/support/server/app.ts';

/** Takes a permission from the role of a demo account until the test ends. @returns how to give it back before */
export async function withoutPermission(
  { database: { db } }: TestApp,
  email: string,
  permission: Permission,
): Promise<() => Promise<void>> {
  const role = await db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['roles.id', 'roles.permissions'])
    .where('users.email', '=', email)
    .executeTakeFirstOrThrow();
  const allow = async (permissions: readonly Permission[]) => {
    await db
      .updateTable('roles')
      .set({ permissions: json([...permissions]) })
      .where('id', '=', role.id)
      .execute();
  };
  const giveBack = () => allow(role.permissions);
  onTestFinished(giveBack);
  await allow(role.permissions.filter((each) => each !== permission));
  return giveBack;
}
