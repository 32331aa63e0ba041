import type { Role } from '#contract/roles.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';
import type { Tables } from '#server/data/tables/tables.ts';

/** A role and the number of its users, of any status. */
export type RoleRow = Selectable<Tables['roles']> & { users: number };

const roles = (db: Db, organisationId: string) =>
  db
    .selectFrom('roles as r')
    .selectAll('r')
    .select((has) =>
      has
        .selectFrom('users as u')
        .whereRef('u.organisation_id', '=', 'r.organisation_id')
        .whereRef('u.role_id', '=', 'r.id')
        .select((one) => sql<number>`cast(${one.fn.countAll()} as integer)`.as('users'))
        .$asScalar()
        .$notNull()
        .as('users'),
    )
    .where('r.organisation_id', '=', organisationId);

/** The roles of an organisation, by name; they are few. */
export async function rolesOf(db: Db, organisationId: string): Promise<RoleRow[]> {
  return roles(db, organisationId).orderBy('r.name').orderBy('r.id').execute();
}

export async function roleById(db: Db, organisationId: string, id: string): Promise<RoleRow | undefined> {
  return roles(db, organisationId).where('r.id', '=', id).executeTakeFirst();
}

export async function insertRole(db: Db, row: Insertable<Tables['roles']>): Promise<void> {
  await db
    .insertInto('roles')
    .values({ ...row, permissions: json(row.permissions) })
    .execute();
}

/** Changes a role; its users get its kind of account. */
export async function updateRole(
  db: Db,
  { organisation_id, id, name, account_type, permissions, updated_at }: Omit<Insertable<Tables['roles']>, 'key' | 'created_at'>,
): Promise<void> {
  await db
    .updateTable('roles')
    .set({ name, account_type, permissions: json(permissions), updated_at })
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('users')
    .set({ account_type })
    .where('organisation_id', '=', organisation_id)
    .where('role_id', '=', id)
    .execute();
}

export async function deleteRole(db: Db, organisationId: string, id: string): Promise<void> {
  await db.deleteFrom('roles').where('organisation_id', '=', organisationId).where('id', '=', id).execute();
}

/** A role in the shape of the wire. */
export function presentRole(row: RoleRow): Role {
  return {
    _id: row.id,
    key: row.key,
    name: row.name,
    accountType: row.account_type,
    permissions: row.permissions,
    users: row.users,
    isSeeded: row.is_seeded,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
