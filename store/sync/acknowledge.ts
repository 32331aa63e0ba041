import { opsOfLane } from '#store/outbox/lanes.ts';
import type { OpRow } from '#store/db/op.ts';
import { queuedCalls } from '#store/outbox/calls.ts';
import { withEviction } from '#store/session/quota.ts';
import { refreshUnsentCount, type Store } from '#store/session/store.ts';
import { resetCursor } from '#store/session/cache.ts';
import type { EntityName, SentRow } from '#store/db/vault-database.ts';
import { seal } from '#store/crypto/seal.ts';
import { assertLease } from '#store/outbox/lease.ts';
import { readServerCopy, pendingCallsOf, rebuild, type RebuiltRows } from '#store/outbox/rebuild.ts';
import type { LeaderContext, PreparedOp } from '#store/outbox/entry-state.ts';
import { writeRebuilt } from '#store/outbox/replace.ts';
import { applyAnswer } from '#store/outbox/calls-answer.ts';
import { isUnchanged, readSnapshot, type EntitySnapshot } from '#store/outbox/snapshot.ts';

/**
 * Acknowledges an op, in one transaction: the server's copy becomes the row, with the queued calls on top; the op is deleted, its
 * receipt written.
 *
 * @throws LeaseLost when another tab leads: that tab sends the op again under its key and gets the same answer
 */
export async function acknowledge(leader: LeaderContext, { op, body }: PreparedOp, output: unknown): Promise<void> {
  const { store } = leader;
  const receipt = await createReceipt(store, { op, body });
  const answered = { answer: output, input: body };
  store.onAnswer?.({ opId: op.opId, call: op.call }, output);
  for (;;) {
    const prepared = await prepare(leader, op, answered);
    if (await withEviction(store, () => write(leader, prepared, receipt))) break;
  }
  void refreshUnsentCount(store);
}

/**
 * Acknowledges an op that took effect so long ago that the server no longer stores its answer (`ALREADY_DONE`). The op is deleted, and its
 * row too when no other op of the lane is queued; a full pull brings the server's copy back.
 *
 * @throws LeaseLost when another tab leads
 */
export async function acknowledgeAsDone({ store, epoch }: LeaderContext, { op, body }: PreparedOp): Promise<void> {
  const { db } = store;
  const { table } = queuedCalls[op.call];
  const receipt = await createReceipt(store, { op, body });
  const write = () =>
    db.transaction('rw', [db[table], db.ops, db.bases, db.sent, db.blobs, db.kv], async () => {
      await assertLease(db, epoch);
      await removeFromQueue(db, op, receipt);
      if ((await opsOfLane(db, op.lane)).length === 0)
        await writeRebuilt(db, { table, id: op.entityId, rebuilt: { row: null, base: null } });
      await resetCursor(db);
    });
  await withEviction(store, write);
  void refreshUnsentCount(store);
}

async function createReceipt({ vault, env }: Store, { op, body }: PreparedOp): Promise<SentRow> {
  const { opId, lane, call, entityId, capturedAt } = op;
  const sealed = await seal(vault.local, { table: 'sent', id: opId }, body, env);
  return { ...sealed, opId, lane, call, entityId, capturedAt, ackedAt: env.now() };
}

/** Moves an op from the queue to the receipts. Runs inside a transaction. */
async function removeFromQueue(db: Store['db'], op: OpRow, receipt: SentRow): Promise<void> {
  await db.ops.delete(op.seq);
  await db.sent.put(receipt);
  if (op.blob !== null) await db.blobs.delete(op.blob);
}

type ServerAnswer = { readonly answer: unknown; readonly input: Record<string, unknown> };
type PreparedAck = {
  readonly op: OpRow;
  readonly table: EntityName;
  readonly rebuilt: RebuiltRows | null;
  readonly snapshot: EntitySnapshot;
};

async function prepare({ store }: LeaderContext, op: OpRow, answered: ServerAnswer): Promise<PreparedAck> {
  const { table } = queuedCalls[op.call];
  const snapshot = await readSnapshot(store.db, table, op.entityId);
  const { row, ops } = snapshot;
  const before = await readServerCopy(store, table, snapshot);
  const { copy, version } = applyAnswer(op.call, { ...answered, before });
  // Without a copy there is no row to write. After a restored backup an old answer may arrive again, over a newer copy.
  const isOld = row?.state === 'synced' && version !== null && row.serverVersion > version;
  if (copy === null || isOld) return { op, table, rebuilt: null, snapshot };
  const pending = await pendingCallsOf(
    store,
    ops.filter(({ seq }) => seq !== op.seq),
  );
  const serverVersion = version ?? row?.serverVersion ?? 0;
  const rebuilt = await rebuild(store, { table, id: op.entityId, copy, version: serverVersion, row, pending });
  return { op, table, rebuilt, snapshot };
}

/** Writes the prepared rows. @returns false when the entity has changed since the snapshot; then nothing is written */
async function write(
  { store: { db }, epoch }: LeaderContext,
  { op, table, rebuilt, snapshot }: PreparedAck,
  receipt: SentRow,
): Promise<boolean> {
  return db.transaction('rw', [db[table], db.ops, db.bases, db.sent, db.blobs, db.kv], async () => {
    await assertLease(db, epoch);
    if (!(await isUnchanged(db, { table, id: op.entityId, snapshot }))) return false;
    if (rebuilt !== null) await writeRebuilt(db, { table, id: op.entityId, rebuilt });
    await removeFromQueue(db, op, receipt);
    return true;
  });
}
