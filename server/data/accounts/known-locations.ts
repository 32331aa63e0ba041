import type { DeviceProof } from '#contract/devices.ts';
import type { Db } from '#server/data/db.ts';
import { sha256Hex } from '#server/sha256.ts';

/** A location as a user knows it: used before, new, or the first of all. */
export type Location = 'KNOWN' | 'NEW' | 'FIRST';

/** Stores the location of a sign-in, and returns what the user knew of it before. */
export async function rememberLocation(
  db: Db,
  { userId, hash, now }: { userId: string; hash: string; now: string },
): Promise<Location> {
  const locations = await db.selectFrom('known_places').select('place_hash').where('user_id', '=', userId).execute();
  await db
    .insertInto('known_places')
    .values({ user_id: userId, place_hash: hash, seen_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'place_hash']).doUpdateSet({ seen_at: now }))
    .execute();
  if (locations.length === 0) return 'FIRST';
  return locations.some(({ place_hash }) => place_hash === hash) ? 'KNOWN' : 'NEW';
}

/** Whether a user has signed in from a location before. @param userId - any UUID for an account that does not exist */
export async function isKnownLocation(db: Db, { userId, hash }: { userId: string; hash: string }): Promise<boolean> {
  const known = await db
    .selectFrom('known_places')
    .select('seen_at')
    .where('user_id', '=', userId)
    .where('place_hash', '=', hash)
    .executeTakeFirst();
  return known !== undefined;
}

/** Whether a tablet is registered and not blocked, and its secret is the one that it named first. */
export async function isDeviceRegistered(db: Db, { deviceId, deviceSecret }: DeviceProof): Promise<boolean> {
  const device = await db
    .selectFrom('devices')
    .select('secret_sha256')
    .where('id', '=', deviceId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (device === undefined) return false;
  // A tablet that registered before there were secrets names its own at the next sign-in.
  return device.secret_sha256 === null || (deviceSecret !== undefined && sha256Hex(deviceSecret) === device.secret_sha256);
}
