import { opsOfLane } from './lanes.ts';
import type { OpRow } from '#store/db/op.ts';
import { laneOf } from './calls.ts';
import type { BaseRow, EntityName, EntityRow, VaultDatabase } from '#store/db/vault-database.ts';

/** State of an entity at one moment: its row, the server's copy beneath local changes, and the ops of its lane, in order. */
export type EntitySnapshot = {
  readonly row: EntityRow | undefined;
  readonly base: BaseRow | undefined;
  readonly ops: readonly OpRow[];
};

/** Reads a snapshot in one transaction, for a later compare-and-set. */
export async function readSnapshot(db: VaultDatabase, table: EntityName, id: string): Promise<EntitySnapshot> {
  return db.transaction('r', [db[table], db.bases, db.ops], async () => {
    const [row, base, ops] = await Promise.all([db[table].get(id), db.bases.get([table, id]), opsOfLane(db, laneOf(table, id))]);
    return { row, base, ops };
  });
}

/** Whether row and lane are as in the snapshot; a base never changes without its row. Runs inside the transaction that writes. */
export async function isUnchanged(
  db: VaultDatabase,
  { table, id, snapshot }: { readonly table: EntityName; readonly id: string; readonly snapshot: EntitySnapshot },
): Promise<boolean> {
  const row = await db[table].get(id);
  const ops = await opsOfLane(db, laneOf(table, id));
  return (
    row?.localRev === snapshot.row?.localRev &&
    ops.length === snapshot.ops.length &&
    ops.every(({ seq, rev }, at) => seq === snapshot.ops[at]?.seq && rev === snapshot.ops[at]?.rev)
  );
}
