import type { Device } from '../device.ts';
import type { Store } from '../store.ts';

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
  await db.transaction('rw', [db.patients, db.consents, db.cards, db.kv], async () => {
    await db.patients.where('state').equals('synced').delete();
    await db.consents.where('state').equals('synced').delete();
    await db.cards.clear();
    await db.kv.delete('cursor');
  });
}

/** Whether the browser may be asked to wipe everything of this origin: nobody else is remembered, and nothing waits to be sent. */
export async function mayWipe({ device, db, vault }: Store): Promise<boolean> {
  const others = await device.vaults.where('userHash').notEqual(vault.userHash).count();
  return others === 0 && (await db.ops.count()) === 0 && (await db.blobs.count()) === 0;
}
