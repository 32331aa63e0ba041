import Dexie, { type EntityTable } from 'dexie';
import { reopenWhenDead } from './reopen.ts';
import type { VaultRow } from './vault-row.ts';

/** One fact about this device, for instance its id or its sentinel. */
export type MetaRow = { readonly key: string; readonly value: string };

/** Reference data, unsealed, shown before the server answers: nothing about a patient may be stored here. */
export type CatalogRow = {
  /** subject and organisation: `procedures:<organisation id>` */
  readonly key: string;
  readonly value: unknown;
  /** when the server sent it, epoch ms */
  readonly at: number;
};

/** The database that all users of this device share. It is not sealed: anybody with access to the disk can read it. */
export type DeviceDatabase = Dexie & {
  readonly meta: EntityTable<MetaRow, 'key'>;
  readonly catalog: EntityTable<CatalogRow, 'key'>;
  readonly vaults: EntityTable<VaultRow, 'userHash'>;
};

/**
 * Opens the shared database lazily: Dexie opens it at the first query. A tab with a newer build that upgrades the schema closes it
 * (`versionchange`).
 */
export function openDeviceDatabase(name = 'device'): DeviceDatabase {
  const dexie = new Dexie(name, { chromeTransactionDurability: 'strict' });
  dexie.version(1).stores({ meta: 'key', catalog: 'key' });
  dexie.version(2).stores({ vaults: 'userHash, loginHash' });
  reopenWhenDead(dexie);
  dexie.on('versionchange', () => dexie.close());
  // Dexie adds one property for each table of the schema above.
  return dexie as DeviceDatabase;
}
