import Dexie, { type EntityTable, type Table } from 'dexie';
import type { OpRow } from './outbox/op.ts';
import type { Sealed } from './vault/seal.ts';

/** Whether a row holds work of this device that the server does not have yet. */
export type RowState = 'synced' | 'unsent';

/** One patient or consent, or where a case is listed. Nothing that a user typed stands outside the seal. */
export type EntityRow = Sealed & {
  readonly id: string;
  /** of a consent: whose */
  readonly patientId: string;
  readonly state: RowState;
  /** epoch ms on this device */
  readonly updatedAt: number;
  /** the server's version of the newest copy that came from it; 0 before the first */
  readonly serverVersion: number;
  /** grows with every write here: a writer that saw an older one reads again */
  readonly localRev: number;
};

/** A signature's strokes from pen-up until the server has acknowledged them. */
export type BlobRow = Sealed & {
  readonly sha256: string;
  readonly consentId: string;
  /** which box they were drawn in; absent in rows of older builds */
  readonly pad?: string;
  readonly state: 'kept' | 'queued';
};

/** The server's copy that unsent edits of this device started from: the base of a merge. */
export type BaseRow = Sealed & { readonly entity: string; readonly id: string };

/** A receipt: what was sent, sealed, and when the server acknowledged it (epoch ms). */
export type SentRow = Sealed & Pick<OpRow, 'opId' | 'lane' | 'call' | 'entityId' | 'capturedAt'> & { readonly ackedAt: number };

/** A page of search cards; `localRev` as of rows. */
export type CardsRow = Sealed & { readonly page: number; readonly localRev: number };

/** A small fact of this vault: the leader's lease, marks, the cursor of changes. Plain: nothing about a patient. */
export type KvRow = { readonly k: string; readonly value: unknown };

/** Everything that one person's work keeps on this device, sealed. */
export type VaultDatabase = Dexie & {
  readonly patients: EntityTable<EntityRow, 'id'>;
  readonly consents: EntityTable<EntityRow, 'id'>;
  readonly listings: EntityTable<EntityRow, 'id'>;
  readonly blobs: EntityTable<BlobRow, 'sha256'>;
  readonly ops: EntityTable<OpRow, 'seq'>;
  readonly bases: Table<BaseRow, [string, string]>;
  readonly sent: EntityTable<SentRow, 'opId'>;
  readonly cards: EntityTable<CardsRow, 'page'>;
  readonly kv: EntityTable<KvRow, 'k'>;
};

/** The tables that hold entities. */
export type EntityName = 'patients' | 'consents' | 'listings';

export type DatabaseEvents = {
  /** A newer build wants to change the tables: resolves when this tab can let go, for instance after a signature. */
  readonly letGo: () => Promise<void>;
  /** Another tab with an older build is in the way: "close other tabs". */
  readonly onBlocked: () => void;
};

/** Opens one person's database at the first need. Every commit is on the disk before it is told. */
export function openVaultDatabase(userHash: string, { letGo, onBlocked }: DatabaseEvents): VaultDatabase {
  const dexie = new Dexie(`v-${userHash}`, { chromeTransactionDurability: 'strict' });
  dexie.version(1).stores({
    patients: 'id, state, updatedAt',
    consents: 'id, patientId, state, updatedAt',
    blobs: 'sha256, consentId, state',
    ops: '++seq, &opId, lane, state, nextAt, [lane+seq]',
    bases: '[entity+id]',
    sent: 'opId, ackedAt',
    cards: 'page',
    kv: 'k',
  });
  // A device that has all but these is told everything anew.
  dexie
    .version(2)
    .stores({ listings: 'id, state' })
    .upgrade((tx) => tx.table('kv').bulkDelete(['cursor', 'fetchedAt']));
  dexie.on('versionchange', () => {
    void letGo().then(() => dexie.close());
    // False keeps Dexie from closing at once, under somebody who signs.
    return false;
  });
  dexie.on('blocked', () => {
    onBlocked();
    return false;
  });
  // Dexie adds one property for each table of the schema above.
  return dexie as VaultDatabase;
}
