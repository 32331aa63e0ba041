import { opsOfLane } from '../outbox/lane.ts';
import type { OpRow } from '../outbox/op.ts';
import { laneOf } from '../outbox/queued.ts';
import type { BaseRow, EntityName, EntityRow, VaultDatabase } from '../vault-database.ts';

/** How an entity stood at one moment: its row, the server's copy beneath unsent work, and what waits in its lane, in order. */
export type Standing = {
  readonly row: EntityRow | undefined;
  readonly base: BaseRow | undefined;
  readonly ops: readonly OpRow[];
};

/** Reads all of it at one moment. */
export async function standingOf(db: VaultDatabase, table: EntityName, id: string): Promise<Standing> {
  return db.transaction('r', [db[table], db.bases, db.ops], async () => {
    const [row, base, ops] = await Promise.all([db[table].get(id), db.bases.get([table, id]), opsOfLane(db, laneOf(table, id))]);
    return { row, base, ops };
  });
}

/** Inside a transaction: whether row and lane are still as they were read. The base never changes without its row. */
export async function isUnchanged(
  db: VaultDatabase,
  { table, id, seen }: { readonly table: EntityName; readonly id: string; readonly seen: Standing },
): Promise<boolean> {
  const row = await db[table].get(id);
  const ops = await opsOfLane(db, laneOf(table, id));
  return (
    row?.localRev === seen.row?.localRev &&
    ops.length === seen.ops.length &&
    ops.every(({ seq, rev }, at) => seq === seen.ops[at]?.seq && rev === seen.ops[at]?.rev)
  );
}
