import type { DeviceDatabase } from './device-database.ts';
import type { VaultDatabase } from './vault-database.ts';

/** This vault is no longer on the device: the browser, or somebody, has cleared it while it was open. Nothing was written. */
export class StorageLost extends Error {
  override name = 'StorageLost';
}

const MARK = 'mark';

/**
 * Marks a vault's database as opened. A browser that has cleared it silently creates an empty one under an open tab: that one has no mark,
 * and no tab that holds the old keys gives it one.
 */
export async function markVault({ kv }: VaultDatabase): Promise<void> {
  await kv.put({ k: MARK, value: true });
}

/** Whether the vault's own database and its row on the device are the ones that were opened. */
export async function isVaultStored(device: DeviceDatabase, db: VaultDatabase, userHash: string): Promise<boolean> {
  return (await device.vaults.get(userHash)) !== undefined && (await db.kv.get(MARK)) !== undefined;
}

/** Aborts the surrounding transaction (which holds `kv`) unless the database has its mark. @throws StorageLost */
export async function assertMarked({ kv }: VaultDatabase): Promise<void> {
  if ((await kv.get(MARK)) === undefined) throw new StorageLost('This vault was cleared');
}
