import Dexie, { type EntityTable } from 'dexie';
import type { VaultRow } from './vault/vault-row.ts';

/** One fact about this device: its id, the build that last ran. */
export type MetaRow = { readonly key: string; readonly value: string };

/** Plain reference data that may be shown before the server answers; never anything about a patient. */
export type CatalogRow = {
  /** subject and organisation: `procedures:<organisation id>` */
  readonly key: string;
  readonly value: unknown;
  /** when the server gave it, epoch ms */
  readonly at: number;
};

/** What this device remembers. Everything in it may be read by whoever holds the device. */
export type Device = Dexie & {
  readonly meta: EntityTable<MetaRow, 'key'>;
  readonly catalog: EntityTable<CatalogRow, 'key'>;
  readonly vaults: EntityTable<VaultRow, 'userHash'>;
};

/** Opens the device's store; rows come when first asked for. Closes itself for a newer build of this app in another tab. */
export function openDevice(name = 'device'): Device {
  const dexie = new Dexie(name, { chromeTransactionDurability: 'strict' });
  dexie.version(1).stores({ meta: 'key', catalog: 'key' });
  dexie.version(2).stores({ vaults: 'userHash, loginHash' });
  dexie.on('versionchange', () => dexie.close());
  // Dexie adds one property for each table of the schema above.
  return dexie as Device;
}
