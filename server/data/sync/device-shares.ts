import type { Selectable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { searchTextOfDevice, searchTextWithName } from './device-search.ts';

/** A tablet as it is stored. */
export type DeviceState = Selectable<Tables['devices']>;

type DeviceUse = {
  organisationId: string;
  deviceId: string;
  userId: string;
  /** name of the tablet; unchanged when absent */
  name: string | undefined;
  /** unsent items on the tablet; unchanged when absent */
  unsent: number | undefined;
  /** of the app on the tablet; unchanged when absent */
  build: string | undefined;
  now: string;
};

/** The row of a tablet, created at its first use with the name `called`, and locked until this transaction ends. */
export async function holdDevice(
  db: Db,
  { organisationId, deviceId, called, now }: Pick<DeviceUse, 'organisationId' | 'deviceId' | 'now'> & { called: string },
): Promise<{ device: DeviceState; isNew: boolean }> {
  const inserted = await db
    .insertInto('devices')
    .values({
      organisation_id: organisationId,
      id: deviceId,
      name: called,
      search: searchTextOfDevice({ label: null, name: called }),
      first_used_at: now,
      last_used_at: now,
      last_user_id: null,
      revoked_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  const device = await lockDevice(db, { organisationId, deviceId });
  if (device === undefined) throw new Error('The row of a tablet is gone');
  return { device, isNew: inserted !== undefined };
}

/** The row of a tablet, locked until this transaction ends; undefined for one that nobody of the organisation has used. */
export async function lockDevice(
  db: Db,
  { organisationId, deviceId }: Pick<DeviceUse, 'organisationId' | 'deviceId'>,
): Promise<DeviceState | undefined> {
  return db
    .selectFrom('devices')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', deviceId)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores the digest of a tablet's first secret. */
export async function storeDeviceSecret(
  db: Db,
  { organisation_id, id }: Pick<DeviceState, 'organisation_id' | 'id'>,
  digest: string,
): Promise<void> {
  await db
    .updateTable('devices')
    .set({ secret_sha256: digest })
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .where('secret_sha256', 'is', null)
    .execute();
}

/** Stores the last user of a tablet and its number of unsent items, and ties the session to the tablet. */
export async function recordDeviceUse(
  db: Db,
  { organisationId, deviceId, userId, name, unsent, build, now, sessionId }: DeviceUse & { sessionId: string },
): Promise<void> {
  await db
    .updateTable('devices')
    .set({
      last_used_at: now,
      last_user_id: userId,
      ...(name === undefined || name === '' ? {} : { name, search: searchTextWithName(name) }),
      ...(unsent === undefined ? {} : { unsent }),
      ...(build === undefined ? {} : { build }),
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', deviceId)
    .execute();
  await db.updateTable('sessions').set({ device_id: deviceId }).where('id', '=', sessionId).execute();
}

/** The sealed key share of a user on a tablet: the first stored one stays. @param fresh - a new one, sealed, for the first time */
export async function shareOf(
  db: Db,
  {
    organisationId,
    deviceId,
    userId,
    now,
    fresh,
  }: Pick<DeviceUse, 'organisationId' | 'deviceId' | 'userId' | 'now'> & { fresh: string },
): Promise<string> {
  await db
    .insertInto('device_shares')
    .values({ organisation_id: organisationId, device_id: deviceId, user_id: userId, share: fresh, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { share } = await db
    .selectFrom('device_shares')
    .select('share')
    .where('organisation_id', '=', organisationId)
    .where('device_id', '=', deviceId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return share;
}
