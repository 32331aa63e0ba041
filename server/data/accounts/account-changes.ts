import type { StaffProfile } from '#domain/accounts/staff.ts';
import type { UserStatus } from '#domain/accounts/user-status.ts';
import type { Db } from '#server/data/db.ts';
import { searchTextOfUser } from './user-search.ts';

export async function setPassword(db: Db, { id, hash, now }: { id: string; hash: string; now: string }): Promise<void> {
  await db.updateTable('users').set({ password_hash: hash, updated_at: now }).where('id', '=', id).execute();
}

/** Replaces the verified password; false when it is not the password any more. */
export async function replacePassword(
  db: Db,
  { id, before, hash, now }: { id: string; before: string; hash: string; now: string },
): Promise<boolean> {
  const set = await db
    .updateTable('users')
    .set({ password_hash: hash, updated_at: now })
    .where('id', '=', id)
    .where('password_hash', '=', before)
    .returning('id')
    .executeTakeFirst();
  return set !== undefined;
}

/**
 * Stores a profile. With another organisation the whole account moves there, with its sessions.
 *
 * @returns false when the account has another state than `before`, for instance suspended meanwhile
 */
export async function storeProfile(
  db: Db,
  { id, email, organisationId, before, status, profile, now }: ProfileChange,
): Promise<boolean> {
  const saved = await db
    .updateTable('users')
    .set({
      organisation_id: organisationId,
      first_name: profile.firstName,
      last_name: profile.lastName,
      search: searchTextOfUser({ first_name: profile.firstName, last_name: profile.lastName, email }),
      phone_number: profile.phoneNumber,
      grade: profile.grade,
      speciality_id: profile.specialityID,
      consultant_code: profile.consultantCode,
      status,
      updated_at: now,
    })
    .where('id', '=', id)
    .where('status', '=', before)
    .returning('id')
    .executeTakeFirst();
  return saved !== undefined;
}
type ProfileChange = {
  id: string;
  email: string;
  organisationId: string;
  before: UserStatus;
  status: UserStatus;
  profile: StaffProfile;
  now: string;
};

export async function turnTwoFactorOn(db: Db, id: string, now: string): Promise<void> {
  const on = { two_factor_enabled: true, updated_at: now };
  await db.updateTable('users').set(on).where('id', '=', id).execute();
  await db
    .updateTable('users')
    .set({ status: 'PENDING_TERMS' })
    .where('id', '=', id)
    .where('status', '=', 'PENDING_2FA')
    .execute();
}

/** Stores the acceptance of the terms. @returns false when the account has another state than `before` */
export async function acceptTerms(
  db: Db,
  { id, version, before, status, now }: { id: string; version: string; before: UserStatus; status: UserStatus; now: string },
): Promise<boolean> {
  const accepted = await db
    .updateTable('users')
    .set({ policy_version: version, status, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', before)
    .returning('id')
    .executeTakeFirst();
  return accepted !== undefined;
}

type Proven = { id: string; organisation_id: string; status: UserStatus; password_hash: string | null };

/**
 * Stores a sign-in, and locks the account until the transaction ends.
 *
 * @returns false when the account is not as it was verified: while the password was hashed, it may have been replaced or the
 *   account suspended
 */
export async function recordSignIn(db: Db, proven: Proven, now: string): Promise<boolean> {
  const noted = await db
    .updateTable('users')
    // The password is proven: wrong tablet PINs count no more.
    .set({ last_sign_in_at: now, tablet_pin_failures: 0 })
    .where('id', '=', proven.id)
    .where('organisation_id', '=', proven.organisation_id)
    .where('status', '=', proven.status)
    .where('password_hash', '=', proven.password_hash)
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
}

/** Locks an account for the rest of the transaction. */
export async function lockUser(db: Db, id: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
}
