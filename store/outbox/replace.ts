import type { NewOp, OpRow } from '#store/db/op.ts';
import { whileAnnounced, type Store } from '#store/session/store.ts';
import type { EntityName, KvRow, VaultDatabase } from '#store/db/vault-database.ts';
import { markChanged } from '#store/db/summary-marks.ts';
import { assertLease } from './lease.ts';
import type { RebuiltRows } from './rebuild.ts';
import { hasBases, isUnchanged, type EntityRef, type EntitySnapshot } from './snapshot.ts';

type Replacement = {
  readonly op: OpRow;
  /** null removes the op */
  readonly next: OpRow | null;
  readonly table: EntityName;
  /** null leaves the row as it is */
  readonly rebuilt: RebuiltRows | null;
  readonly snapshot: EntitySnapshot;
  /** epoch of the leader that writes; null when a user does */
  readonly epoch: number | null;
  /** merge note, written in the same transaction */
  readonly noteRow: KvRow | null;
  /** op that tells the server how a conflict ended, written in the same transaction */
  readonly noteOp: NewOp | null;
};

/**
 * Replaces an op in the queue and in the `deps` of other ops. Row, base and merge note are written in the same transaction.
 *
 * @returns false when the entity has changed since the snapshot; then nothing is written
 * @throws LeaseLost
 */
export function replaceOp(store: Store, replacement: Replacement): Promise<boolean> {
  return whileAnnounced(store, replacement.noteOp === null ? 0 : 1, () => replace(store, replacement));
}

async function replace(
  { db }: Store,
  { op, next, table, rebuilt, snapshot, epoch, noteRow, noteOp }: Replacement,
): Promise<boolean> {
  return db.transaction('rw', [db[table], db.ops, db.bases, db.blobs, db.kv], async () => {
    if (epoch !== null) await assertLease(db, epoch);
    if (!(await isUnchanged(db, { table, id: op.entityId, snapshot }))) return false;
    if (!snapshot.ops.some(({ seq, rev }) => seq === op.seq && rev === op.rev)) return true;
    if (rebuilt !== null) await writeRebuilt(db, [{ table, id: op.entityId, rebuilt }]);
    if (noteRow !== null) await db.kv.put(noteRow);
    // The database assigns its place in the queue.
    if (noteOp !== null) await db.ops.add(noteOp);
    if (next === null) await db.ops.delete(op.seq);
    else await db.ops.put(next);
    if (next === null && op.blob !== null) await db.blobs.delete(op.blob);
    const dependents = await db.ops.filter(({ deps }) => deps.includes(op.opId)).toArray();
    for (const each of dependents) {
      const deps = each.deps.flatMap((dep) => (dep !== op.opId ? [dep] : next === null ? [] : [next.opId]));
      await db.ops.update(each.seq, { deps, rev: each.rev + 1 });
    }
    return true;
  });
}

/** An entity with the rows to write. */
export type RebuiltEntity = EntityRef & { readonly rebuilt: RebuiltRows };

/**
 * Writes the rows and bases of distinct entities, and marks the changes: as many requests for a hundred as for one. Runs inside a
 * transaction that holds the entities' tables, `bases` and `kv`.
 */
export async function writeRebuilt(db: VaultDatabase, entities: readonly RebuiltEntity[]): Promise<void> {
  for (const table of new Set(entities.map((entity) => entity.table))) {
    const ofTable = entities.filter((entity) => entity.table === table);
    await db[table].bulkPut(ofTable.flatMap(({ rebuilt: { row } }) => row ?? []));
    await db[table].bulkDelete(ofTable.flatMap(({ id, rebuilt: { row } }) => (row === null ? [id] : [])));
  }
  await markChanged(
    db,
    entities.map(({ table, id, rebuilt: { row } }) => ({ table, id, state: row })),
  );
  await db.bases.bulkPut(entities.flatMap(({ rebuilt: { base } }) => base ?? []));
  const gone = entities.flatMap(({ table, id, rebuilt: { base } }) => (base === null ? [[table, id] as [string, string]] : []));
  if (gone.length > 0 && (await hasBases(db))) await db.bases.bulkDelete(gone);
}
