import type { DeviceDatabase } from '#store/db/device-database.ts';
import { dropSummaries } from '#store/db/summary-marks.ts';
import { refreshUnsentCount, type Store } from './store.ts';
import { dropCache, resetCursor } from './cache.ts';

/** A user with a vault on this device, as the sign-in screen may name them. */
export type RememberedUser = { readonly displayName: string; readonly unsentCount: number };

/** Users with a vault on this device, those with the most unsent items first. */
export async function listRememberedUsers(device: DeviceDatabase): Promise<RememberedUser[]> {
  const rows = await device.vaults.toArray();
  return rows
    .map(({ displayName, unsentCount }) => ({ displayName, unsentCount }))
    .toSorted((one, other) => other.unsentCount - one.unsentCount || one.displayName.localeCompare(other.displayName, 'en-GB'));
}

/**
 * Destroys the key of the cached copies and then deletes the copies, at sign-out: bytes that the browser leaves on the disk stay
 * unreadable. Unsent work stays, sealed.
 */
export async function wipeCache({ device, db, vault }: Store): Promise<void> {
  await device.vaults.update(vault.userHash, { synced: null });
  await dropCache(db);
}

/**
 * Deletes all unsent work, on the typed word alone.
 *
 * @param confirmation - must be DELETE
 * @returns false when it is not; then nothing is deleted
 */
export async function deleteUnsent(store: Store, confirmation: string): Promise<boolean> {
  if (confirmation !== 'DELETE') return false;
  const { db } = store;
  const tables = [db.ops, db.blobs, db.bases, db.patients, db.consents, db.listings, db.summaries, db.kv];
  await db.transaction('rw', tables, async () => {
    for (const table of [db.ops, db.blobs, db.bases]) await table.clear();
    for (const table of [db.patients, db.consents, db.listings]) await table.where('state').equals('unsent').delete();
    await dropSummaries(db);
    // The server's copies of these rows come back with the next pull, a full one.
    await resetCursor(db);
  });
  await refreshUnsentCount(store);
  return true;
}

/** Whether the browser may wipe everything of this origin: no other user has a vault here, and nothing waits to be sent. */
export async function mayWipe({ device, db, vault }: Store): Promise<boolean> {
  const others = await device.vaults.where('userHash').notEqual(vault.userHash).count();
  return others === 0 && (await db.ops.count()) === 0 && (await db.blobs.count()) === 0;
}
