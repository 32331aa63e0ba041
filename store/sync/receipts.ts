import { bodyToSendAgain } from '#store/outbox/op-without-contact.ts';
import { depsAmong, ownersOf } from '#store/outbox/restore-order.ts';
import { isLost, returned } from '#store/outbox/return-parked.ts';
import { sealContextOf, UNTRIED, type NewOp, type OpRow } from '#store/db/op.ts';
import { SYNC_TIMING } from './timing.ts';
import { refreshUnsentCount, whileAnnounced, type Store } from '#store/session/store.ts';
import { nullIfUnreadable, seal, unseal } from '#store/crypto/seal.ts';

/** Deletes receipts that are older than seven days. */
export async function pruneReceipts({ db, env }: Store): Promise<void> {
  await db.sent
    .where('ackedAt')
    .below(env.now() - SYNC_TIMING.receiptRetention)
    .delete();
}

/**
 * Requeues the receipts after the server was restored from a backup, under their old keys and before all queued ops. The server answers
 * calls that it still has as before; lost ones take effect now, those of each patient in their first order. What was refused because its
 * ground was lost goes back behind that ground. Once for an epoch, whoever hears of it first.
 *
 * @returns the number of receipts that were queued; null where that was done for this epoch before
 */
export async function requeueReceipts(store: Store, dataEpoch: string): Promise<number | null> {
  const { db, vault, env, deviceId, clockOffset } = store;
  const receipts = await db.sent.orderBy('ackedAt').toArray();
  const requeued: NewOp[] = [];
  const bodies: Record<string, unknown>[] = [];
  for (const row of receipts) {
    const { opId, lane, call, entityId, capturedAt, isReduced } = row;
    const kept = await nullIfUnreadable(unseal(vault, { table: 'sent', id: opId }, row));
    if (kept === null) continue;
    // A receipt's sealed value is the body of a call: an object.
    const body = bodyToSendAgain(call, kept as Record<string, unknown>);
    bodies.push(body);
    requeued.push({
      opId,
      userHash: vault.userHash,
      deviceId,
      lane,
      call,
      entityId,
      base: null,
      payload: await seal(vault.local, sealContextOf(opId), body, env),
      isFrozen: true,
      ...(isReduced === true ? { isReduced } : {}),
      blob: null,
      deps: [],
      capturedAt,
      clockOffset: clockOffset(),
      tz: -new Date(capturedAt).getTimezoneOffset(),
      ...UNTRIED,
      nextAt: env.now(),
      rev: 1,
    });
  }
  // Receipts are ordered by this device's clock, which may have jumped: a new patient still goes before its other calls.
  const inOrder = requeued.toSorted((one, other) => Number(isNewPatient(other)) - Number(isNewPatient(one)));
  const requeue = () =>
    db.transaction('rw', [db.ops, db.consents, db.listings, db.kv], async () => {
      if ((await db.kv.get(RECEIPTS_EPOCH))?.value === dataEpoch) return null;
      await db.kv.put({ k: RECEIPTS_EPOCH, value: dataEpoch });
      const queued = await db.ops.orderBy('seq').toArray();
      const first = queued[0]?.seq ?? 1;
      const queuedIds = new Set(queued.map(({ opId }) => opId));
      const fresh = inOrder.filter(({ opId }) => !queuedIds.has(opId));
      const owners = await ownersOf(db, [...fresh, ...queued], bodies);
      // Before all queued ops: an edit must not arrive before the patient that the backup lost.
      await db.ops.bulkAdd(
        fresh.map((op, at) => ({ ...op, seq: first - fresh.length + at, deps: depsAmong(op, fresh.slice(0, at), owners) })),
      );
      for (const op of queued) {
        const more = depsAmong(op, fresh, owners);
        const isOnGround = more.length > 0 || fresh.some(({ lane }) => lane === op.lane);
        const next = isOnGround && lostItsGround(op) ? returned(op, env.now()) : op;
        // The new `rev` invalidates an op in flight: should the server refuse it for coming too early, it is sent again.
        if (next !== op || more.length > 0) await db.ops.put({ ...next, deps: [...op.deps, ...more], rev: op.rev + 1 });
      }
      return fresh.length;
    });
  const resent = await whileAnnounced(store, inOrder.length, requeue);
  await refreshUnsentCount(store);
  if (resent !== null) store.onRestored?.(resent);
  return resent;
}

/** The name of the epoch for which the receipts were queued again, or which was the first that this device heard of. */
const RECEIPTS_EPOCH = 'receiptsEpoch';

/** The epoch of the server's data that the queue is meant for; undefined before the first. */
export async function queueEpoch({ kv }: Store['db']): Promise<string | undefined> {
  // A build before knew of it by its pulls alone.
  const value = (await kv.get(RECEIPTS_EPOCH))?.value ?? (await kv.get('dataEpoch'))?.value;
  return typeof value === 'string' ? value : undefined;
}

/** Notes the first epoch that this device hears of: there is nothing from before it. */
export async function noteFirstEpoch({ db }: Store, dataEpoch: string): Promise<void> {
  await db.transaction('rw', db.kv, async () => {
    if ((await queueEpoch(db)) === undefined) await db.kv.put({ k: RECEIPTS_EPOCH, value: dataEpoch });
  });
}

/** Whether an op was refused because the server had not what it changes, or not in the state that it was made on. */
function lostItsGround(op: OpRow): boolean {
  return isLost(op) || (op.state === 'review' && op.error?.code === 'MOVE_REFUSED');
}

function isNewPatient({ call }: NewOp): boolean {
  return call === 'patientCreate';
}
