import type { OpRow } from '../outbox/op.ts';
import type { Store } from '../store.ts';
import type { EntityName, KvRow, VaultDatabase } from '../vault-database.ts';
import { holdLead } from './lease.ts';
import type { Rebuilt } from './rebuild.ts';
import { isUnchanged, type Standing } from './standing.ts';

type Replacing = {
  readonly op: OpRow;
  /** null when nothing is left to say */
  readonly next: OpRow | null;
  readonly table: EntityName;
  /** null where the row stays as it is */
  readonly rebuilt: Rebuilt | null;
  readonly seen: Standing;
  /** of the leader that writes; null when a person does */
  readonly epoch: number | null;
  /** what is told of it, which stands or falls with it */
  readonly beside: KvRow | null;
};

/**
 * Puts an op in another's place in the queue, and in the place of the other in what depends on it; row and base follow in the same
 * transaction.
 *
 * @returns false when anything has changed since it was read; then nothing is written
 * @throws Deposed
 */
export async function replaceOp({ db }: Store, { op, next, table, rebuilt, seen, epoch, beside }: Replacing): Promise<boolean> {
  return db.transaction('rw', [db[table], db.ops, db.bases, db.blobs, db.kv], async () => {
    if (epoch !== null) await holdLead(db, epoch);
    if (!(await isUnchanged(db, { table, id: op.entityId, seen }))) return false;
    if (!seen.ops.some(({ seq, rev }) => seq === op.seq && rev === op.rev)) return true;
    if (rebuilt !== null) await putRebuilt(db, { table, id: op.entityId, rebuilt });
    if (beside !== null) await db.kv.put(beside);
    if (next === null) await db.ops.delete(op.seq);
    else await db.ops.put(next);
    if (next === null && op.blob !== null) await db.blobs.delete(op.blob);
    const waiting = await db.ops.filter(({ deps }) => deps.includes(op.opId)).toArray();
    for (const each of waiting) {
      const deps = each.deps.flatMap((dep) => (dep !== op.opId ? [dep] : next === null ? [] : [next.opId]));
      await db.ops.update(each.seq, { deps, rev: each.rev + 1 });
    }
    return true;
  });
}

/** Inside a transaction that holds the entity's table and `bases`. */
export async function putRebuilt(
  db: VaultDatabase,
  { table, id, rebuilt: { row, base } }: { readonly table: EntityName; readonly id: string; readonly rebuilt: Rebuilt },
): Promise<void> {
  if (row === null) await db[table].delete(id);
  else await db[table].put(row);
  if (base === null) await db.bases.delete([table, id]);
  else await db.bases.put(base);
}
