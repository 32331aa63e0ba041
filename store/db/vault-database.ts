import Dexie, { type EntityTable, type Table } from 'dexie';
import type { OpRow } from './op.ts';
import type { Sealed } from '#store/crypto/seal.ts';
import { reopenWhenDead } from './reopen.ts';
import { vaultDatabaseName } from './vault-name.ts';

/** `unsent`: the row holds local changes that the server does not have yet. */
export type RowState = 'synced' | 'unsent';

/** A patient, a consent or a case's listing. No user input is stored outside the seal, so that none becomes a key or an index. */
export type EntityRow = Sealed & {
  readonly id: string;
  /** the patient of a consent or listing; a patient's own id */
  readonly patientId: string;
  /** the case of a consent: an id, as the keys are; empty in rows of builds before the index, until a summary is made of them */
  readonly recordId?: string;
  /** a patient whose contact details the answer left out: one with them, of the same version, takes its place */
  readonly contactHidden?: true;
  readonly state: RowState;
  /** epoch ms on this device */
  readonly updatedAt: number;
  /** version of the newest copy received from the server; 0 before the first */
  readonly serverVersion: number;
  /** incremented by every local write: a writer that read an older one reads again */
  readonly localRev: number;
};

/** A signature's strokes from pen-up until the server has acknowledged them. */
export type BlobRow = Sealed & {
  readonly sha256: string;
  readonly consentId: string;
  /** the signature pad that they were drawn in; absent in rows of older builds */
  readonly pad?: string;
  readonly state: 'kept' | 'queued';
};

/** The server's copy that unsent local edits were made on: the base of a three-way merge. */
export type BaseRow = Sealed & { readonly entity: string; readonly id: string };

/**
 * A receipt: the sealed body of a sent op, when the server acknowledged it (epoch ms), and of its answer what no row stores, sealed as a
 * copy of the server's.
 */
export type SentRow = Sealed &
  Pick<OpRow, 'opId' | 'lane' | 'call' | 'entityId' | 'capturedAt' | 'isReduced'> & {
    readonly ackedAt: number;
    readonly extract?: Sealed;
  };

/** A sealed page of search cards; `localRev` as in {@link EntityRow}. */
export type CardsRow = Sealed & { readonly page: number; readonly localRev: number };

/** A sealed page of case summaries. */
export type SummariesRow = Sealed & { readonly page: number };

/** A key and a value: the leader's lease, freshness marks, the pull cursor; or a sealed value. Unsealed values never concern a patient. */
export type KvRow = { readonly k: string; readonly value: unknown };

/** One user's sealed database on this device. */
export type VaultDatabase = Dexie & {
  readonly patients: EntityTable<EntityRow, 'id'>;
  readonly consents: EntityTable<EntityRow, 'id'>;
  readonly listings: EntityTable<EntityRow, 'id'>;
  readonly blobs: EntityTable<BlobRow, 'sha256'>;
  readonly ops: EntityTable<OpRow, 'seq'>;
  readonly bases: Table<BaseRow, [string, string]>;
  readonly sent: EntityTable<SentRow, 'opId'>;
  readonly cards: EntityTable<CardsRow, 'page'>;
  readonly summaries: EntityTable<SummariesRow, 'page'>;
  readonly kv: EntityTable<KvRow, 'k'>;
};

/** The tables that hold entities. */
export type EntityName = 'patients' | 'consents' | 'listings';

export type DatabaseEvents = {
  /** Resolves when this tab may close the database for a newer build's upgrade, for instance after a signature. */
  readonly letGo: () => Promise<void>;
  /** A tab with an older build blocks this build's upgrade: "close other tabs". */
  readonly onBlocked: () => void;
};

/** Opens one user's database lazily. Durability is strict: a commit resolves only once it is on the disk. */
export function openVaultDatabase(userHash: string, { letGo, onBlocked }: DatabaseEvents): VaultDatabase {
  const dexie = new Dexie(vaultDatabaseName(userHash), { chromeTransactionDurability: 'strict' });
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
  // Without a cursor the next pull is a full one: it fetches the listings that older builds did not have.
  dexie
    .version(2)
    .stores({ listings: 'id, state' })
    .upgrade((tx) => tx.table('kv').bulkDelete(['cursor', 'fetchedAt']));
  // An upgrade has no key to read the case of a row: until that is known, a row is found under the empty id.
  dexie
    .version(3)
    .stores({ consents: 'id, patientId, recordId, state, updatedAt', summaries: 'page' })
    .upgrade((tx) => tx.table<EntityRow>('consents').toCollection().modify({ recordId: '' }));
  // Summaries are made anew from the rows. Those of builds before 4 lack when a version was signed; before 5, a child's no and adults
  // who disagree; before 6, who decides and the patient as the form names them; before 7, the points that a form leaves open; before 8,
  // choices that a form does not show, and whether an interpreter is lacking.
  for (const version of [4, 5, 6, 7, 8])
    dexie
      .version(version)
      .stores({})
      .upgrade((tx) => tx.table('summaries').clear());
  reopenWhenDead(dexie);
  dexie.on('versionchange', () => {
    void letGo().then(() => dexie.close());
    // False keeps Dexie from closing at once, in the middle of a signature.
    return false;
  });
  dexie.on('blocked', () => {
    onBlocked();
    return false;
  });
  // Dexie adds one property for each table of the schema above.
  return dexie as VaultDatabase;
}
