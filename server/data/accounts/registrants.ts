import type { Db } from '#server/data/db.ts';
import { HOLDING_ORGANISATION } from './holding-organisation.ts';
import { searchTextOfUser } from './user-search.ts';

const NOBODY_YET = {
  password_hash: null,
  first_name: '',
  last_name: '',
  phone_number: null,
  grade: null,
  speciality_id: null,
  consultant_code: null,
  account_type: 'HOSPITAL',
  requested_role: null,
  role_id: null,
  status: 'PENDING_EMAIL',
  expiry_date: null,
  policy_version: null,
  last_sign_in_at: null,
} as const;

/** Inserts an account of which only the address and the requested role are known. A known address stays as it is. */
export async function insertRegistrant(
  db: Db,
  { id, email, wish, now }: { id: string; email: string; wish: string; now: string },
): Promise<void> {
  await db
    .insertInto('users')
    .values({
      ...NOBODY_YET,
      organisation_id: HOLDING_ORGANISATION,
      id,
      email,
      search: searchTextOfUser({ ...NOBODY_YET, email }),
      requested_role: wish,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
}

/**
 * The first administrator of an organisation, who registers as everybody does but has the role from the start. An address that has
 * asked for an account and proved nothing yet becomes theirs.
 *
 * @returns the id of the account; undefined for an address that has another one
 */
export async function insertAdministrator(
  db: Db,
  {
    id,
    email,
    organisationId,
    roleId,
    now,
  }: { id: string; email: string; organisationId: string; roleId: string | null; now: string },
): Promise<string | undefined> {
  const row = await db
    .insertInto('users')
    .values({
      ...NOBODY_YET,
      organisation_id: organisationId,
      id,
      email,
      search: searchTextOfUser({ ...NOBODY_YET, email }),
      account_type: 'ADMIN',
      role_id: roleId,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ organisation_id: organisationId, account_type: 'ADMIN', role_id: roleId, updated_at: now })
        .where('users.status', '=', 'PENDING_EMAIL')
        .where('users.role_id', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** The newest requested role counts, as the newest code does. */
export async function setWish(db: Db, { id, wish, now }: { id: string; wish: string; now: string }): Promise<void> {
  await db.updateTable('users').set({ requested_role: wish, updated_at: now }).where('id', '=', id).execute();
}

/** The first password of an account; false when it has one already. */
export async function setFirstPassword(db: Db, { id, hash, now }: { id: string; hash: string; now: string }): Promise<boolean> {
  const set = await db
    .updateTable('users')
    .set({ password_hash: hash, status: 'PENDING_PROFILE', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'PENDING_EMAIL')
    .returning('id')
    .executeTakeFirst();
  return set !== undefined;
}
