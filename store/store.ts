import type { Device } from './device.ts';
import type { Means } from './means.ts';
import type { VaultDatabase } from './vault-database.ts';
import type { Vault } from './vault/vault.ts';

/** One person's open store on this device: where everything of this room reads and writes. */
export type Store = {
  readonly device: Device;
  readonly db: VaultDatabase;
  readonly vault: Vault;
  readonly deviceId: string;
  readonly means: Means;
  /** what the server's clock has more than this device's, ms */
  readonly clockOffset: () => number;
  /** told after each change of the queue: so many items wait to be sent */
  readonly onUnsent: (count: number) => void;
};

/** Counts what waits to be sent, and notes it where a sign-in screen can read it without the key. */
export async function noteUnsent({ db, device, vault, onUnsent }: Store): Promise<number> {
  const unsentCount = await db.ops.count();
  await device.vaults.update(vault.userHash, { unsentCount });
  onUnsent(unsentCount);
  return unsentCount;
}
