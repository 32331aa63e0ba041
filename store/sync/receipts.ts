import { depsAmong, ownersOf } from '#store/outbox/restore-order.ts';
import { sealContextOf, UNTRIED, type NewOp } from '#store/db/op.ts';
import { SYNC_TIMING } from './timing.ts';
import { refreshUnsentCount, type Store } from '#store/session/store.ts';
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
 * calls that it still has as before; lost ones take effect now, those of each patient in their first order.
 *
 * @returns the number of requeued receipts
 */
export async function requeueReceipts(store: Store): Promise<number> {
  const { db, vault, env, deviceId, clockOffset } = store;
  const receipts = await db.sent.orderBy('ackedAt').toArray();
  const requeued: NewOp[] = [];
  const bodies: Record<string, unknown>[] = [];
  for (const row of receipts) {
    const { opId, lane, call, entityId, capturedAt, isReduced } = row;
    const body = await nullIfUnreadable(unseal(vault, { table: 'sent', id: opId }, row));
    if (body === null) continue;
    // A receipt's sealed value is the body of a call: an object.
    bodies.push(body as Record<string, unknown>);
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
  await db.transaction('rw', [db.ops, db.consents, db.listings], async () => {
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
      // The new `rev` invalidates an op in flight: should the server refuse it for coming too early, it is sent again.
      if (more.length > 0) await db.ops.update(op.seq, { deps: [...op.deps, ...more], rev: op.rev + 1 });
    }
  });
  await refreshUnsentCount(store);
  return requeued.length;
}

function isNewPatient({ call }: NewOp): boolean {
  return call === 'patientCreate';
}
