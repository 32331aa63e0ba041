import type { Device } from '../device.ts';
import { noteUnsent, type Store } from '../store.ts';
import { dropSynced, forgetPlace } from '../synced.ts';

/** Somebody whose work is kept on this device, as the sign-in screen may name them. */
export type Remembered = { readonly displayName: string; readonly unsentCount: number };

/** Whose work is kept here, those with unsent items first. */
export async function rememberedVaults(device: Device): Promise<Remembered[]> {
  const rows = await device.vaults.toArray();
  return rows
    .map(({ displayName, unsentCount }) => ({ displayName, unsentCount }))
    .toSorted((one, other) => other.unsentCount - one.unsentCount || one.displayName.localeCompare(other.displayName, 'en-GB'));
}

/**
 * At a logout: throws away the key of the synced copies, and then the copies. Bytes that the browser leaves on the disk stay
 * unreadable. What was not sent stays, sealed.
 */
export async function forgetSynced({ device, db, vault }: Store): Promise<void> {
  await device.vaults.update(vault.userHash, { synced: null });
  await dropSynced(db);
}

/**
 * "Delete unsent": throws away all that was not sent, on the typed word alone.
 *
 * @param typed - must be DELETE @returns false when it is not; then nothing is touched
 */
export async function deleteUnsent(store: Store, typed: string): Promise<boolean> {
  if (typed !== 'DELETE') return false;
  const { db } = store;
  await db.transaction('rw', [db.ops, db.blobs, db.bases, db.patients, db.consents, db.listings, db.kv], async () => {
    for (const table of [db.ops, db.blobs, db.bases]) await table.clear();
    for (const table of [db.patients, db.consents, db.listings]) await table.where('state').equals('unsent').delete();
    await db.kv.where('k').startsWith('typed:').delete();
    // What the server has of these comes with the next fetch of changes, from the beginning.
    await forgetPlace(db);
  });
  await noteUnsent(store);
  return true;
}

/** Whether the browser may be asked to wipe everything of this origin: nobody else is remembered, and nothing waits to be sent. */
export async function mayWipe({ device, db, vault }: Store): Promise<boolean> {
  const others = await device.vaults.where('userHash').notEqual(vault.userHash).count();
  return others === 0 && (await db.ops.count()) === 0 && (await db.blobs.count()) === 0;
}
