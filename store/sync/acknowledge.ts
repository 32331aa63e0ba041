import { isRestricted } from '#store/entities/types.ts';
import { hideContacts } from '#store/outbox/hide-contacts.ts';
import { bodyWithoutContact, bodyWithoutReason } from '#store/outbox/op-without-contact.ts';
import { opsOfLane } from '#store/outbox/lanes.ts';
import { deleteOps } from '#store/outbox/ops-by-seq.ts';
import type { OpRow } from '#store/db/op.ts';
import { isNote, queuedCalls } from '#store/outbox/calls.ts';
import { withEviction } from '#store/session/quota.ts';
import type { Store } from '#store/session/store.ts';
import { resetCursor } from '#store/session/cache.ts';
import type { SentRow } from '#store/db/vault-database.ts';
import { seal } from '#store/crypto/seal.ts';
import { assertLease } from '#store/outbox/lease.ts';
import { readServerCopy, pendingCallsOf, rebuild, type RebuiltRows } from '#store/outbox/rebuild.ts';
import type { LeaderContext, PreparedOp } from '#store/outbox/entry-state.ts';
import { writeRebuilt } from '#store/outbox/replace.ts';
import { sealExtract } from '#store/outbox/answer-extract.ts';
import { applyAnswer } from '#store/outbox/calls-answer.ts';
import { withoutProtected } from './protected-copy.ts';
import { readSnapshots, tablesOf, unchanged, type EntityRef, type EntitySnapshot } from '#store/outbox/snapshot.ts';

/** A sent op with the server's answer, parsed by its call's own schema. */
export type AnsweredOp = { readonly prepared: PreparedOp; readonly output: unknown };

/**
 * Acknowledges ops of different lanes, in one transaction: the server's copies become the rows, with the queued calls on top; the ops
 * are deleted, their receipts written. That is the one way by which an answer reaches a screen: whoever waits watches the op, and finds its
 * receipt. An op whose entity changed meanwhile follows in a further transaction.
 *
 * @throws LeaseLost when another tab leads: that tab sends the ops again under their keys and gets the same answers
 */
export async function acknowledge(leader: LeaderContext, answered: readonly AnsweredOp[]): Promise<void> {
  const { store } = leader;
  for (const each of answered) if (isOfRestricted(each)) await hideContacts(store, each.prepared.op.entityId);
  let rest = answered.map((each): Answered => ({ ...each, ...entityOf(each.prepared.op) }));
  while (rest.length > 0) {
    const snapshots = await readSnapshots(store.db, rest);
    const acks = await Promise.all(snapshots.map((each) => prepare(store, each)));
    const written = await withEviction(store, () => write(leader, acks));
    rest = rest.filter(({ prepared }) => !written.has(prepared.op.opId));
  }
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
  const queued = await db.ops.get(op.seq);
  const receipt = await createReceipt(store, receiptBody({ op, body }, queued));
  const write = () =>
    db.transaction('rw', [db[table], db.ops, db.bases, db.sent, db.blobs, db.kv], async () => {
      await assertLease(db, epoch);
      await removeFromQueue(db, [{ op, receipt }]);
      if (!isNote(op.call) && (await opsOfLane(db, op.lane)).length === 0)
        await writeRebuilt(db, [{ table, id: op.entityId, rebuilt: { row: null, base: null } }]);
      await resetCursor(db);
    });
  await withEviction(store, write);
}

function isOfRestricted({ prepared: { op, body }, output }: AnsweredOp): boolean {
  return (
    queuedCalls[op.call].table === 'patients' &&
    isRestricted(applyAnswer(op.call, { answer: output, input: body, before: null }).copy)
  );
}

/**
 * The body for the receipt: without a reason for hidden contact details, and without those that were deleted from the queued op while it was
 * on its way.
 *
 * @param queued - the op as it is queued now
 */
function receiptBody({ op, body }: PreparedOp, queued: OpRow | undefined): PreparedOp {
  const isReduced = queued?.isReduced === true;
  const rest = bodyWithoutReason(op.call, isReduced ? bodyWithoutContact(op.call, body) : body);
  return isReduced || 'reason' in body !== 'reason' in rest ? { op: { ...op, isReduced: true }, body: rest } : { op, body };
}

async function createReceipt({ vault, env }: Store, { op, body }: PreparedOp): Promise<SentRow> {
  const { opId, lane, call, entityId, capturedAt } = op;
  const sealed = await seal(vault.local, { table: 'sent', id: opId }, body, env);
  return {
    ...sealed,
    opId,
    lane,
    call,
    entityId,
    capturedAt,
    ...(op.isReduced === true ? { isReduced: true } : {}),
    ackedAt: env.now(),
  };
}

/** Moves ops from the queue to the receipts. Runs inside a transaction. */
async function removeFromQueue(
  db: Store['db'],
  ops: readonly { readonly op: OpRow; readonly receipt: SentRow }[],
): Promise<void> {
  await deleteOps(
    db,
    ops.map(({ op }) => op.seq),
  );
  await db.sent.bulkPut(ops.map(({ receipt }) => receipt));
  const blobs = ops.flatMap(({ op: { blob } }) => (blob === null ? [] : [blob]));
  if (blobs.length > 0) await db.blobs.bulkDelete(blobs);
}

type Answered = AnsweredOp & EntityRef;
type PreparedAck = EntityRef & {
  readonly op: OpRow;
  readonly rebuilt: RebuiltRows | null;
  readonly snapshot: EntitySnapshot;
  readonly receipt: SentRow;
};

function entityOf({ call, entityId }: OpRow): EntityRef {
  return { table: queuedCalls[call].table, id: entityId };
}

async function prepare(
  store: Store,
  { prepared, output, table, id, snapshot }: Answered & { readonly snapshot: EntitySnapshot },
): Promise<PreparedAck> {
  const { op, body } = prepared;
  const { row, ops } = snapshot;
  const queued = ops.find(({ seq }) => seq === op.seq);
  const receipt = { ...(await createReceipt(store, receiptBody(prepared, queued))), ...(await sealExtract(store, op, output)) };
  const before = await readServerCopy(store, table, snapshot);
  // Another op of the same patient may be acknowledged with it, and writes the row.
  if (isNote(op.call)) return { op, table, id, snapshot, receipt, rebuilt: null };
  const { copy: answered, version } = applyAnswer(op.call, { answer: output, input: body, before });
  const ack = { op, table, id, snapshot, receipt };
  // After a restored backup, or a lost connection, an old answer may arrive again, over a newer copy.
  const isOld = row !== undefined && version !== null && row.serverVersion > version;
  const copy = isOld ? before : await withoutProtected(store, { table, copy: answered, row });
  // Without a copy there is no row to write.
  if (copy === null || (isOld && row.state === 'synced')) return { ...ack, rebuilt: null };
  const pending = await pendingCallsOf(
    store,
    ops.filter(({ seq }) => seq !== op.seq),
  );
  const serverVersion = (isOld ? row.serverVersion : version) ?? row?.serverVersion ?? 0;
  return { ...ack, rebuilt: await rebuild(store, { table, id, copy, version: serverVersion, row, pending }) };
}

/**
 * Writes the prepared rows. An entity that has changed since its snapshot is left as it is, with its op.
 *
 * @returns ids of the ops that were acknowledged
 */
async function write({ store: { db }, epoch }: LeaderContext, acks: readonly PreparedAck[]): Promise<ReadonlySet<string>> {
  return db.transaction('rw', [...tablesOf(db, acks), db.ops, db.bases, db.sent, db.blobs, db.kv], async () => {
    await assertLease(db, epoch);
    const current = await unchanged(db, acks);
    await writeRebuilt(
      db,
      current.flatMap(({ table, id, rebuilt }) => (rebuilt === null ? [] : [{ table, id, rebuilt }])),
    );
    await removeFromQueue(db, current);
    return new Set(current.map(({ op }) => op.opId));
  });
}
