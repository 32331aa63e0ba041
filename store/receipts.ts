import { depsAmong, ownersOf } from './outbox/old-order.ts';
import { placeOf, type NewOp } from './outbox/op.ts';
import { TIMES } from './replay/times.ts';
import { noteUnsent, type Store } from './store.ts';
import { readable, seal, unseal } from './vault/seal.ts';

/** Forgets receipts that are older than seven days. */
export async function pruneReceipts({ db, means }: Store): Promise<void> {
  await db.sent
    .where('ackedAt')
    .below(means.now() - TIMES.receipts)
    .delete();
}

/**
 * After the server was restored from a backup: offers the receipts again, under their old keys and before all that waits. What the
 * server still has is answered as before; what it lost takes effect now, of each patient in the order of the first time.
 *
 * @returns how many
 */
export async function offerAgain(store: Store): Promise<number> {
  const { db, vault, means, deviceId, clockOffset } = store;
  const receipts = await db.sent.orderBy('ackedAt').toArray();
  const offered: NewOp[] = [];
  const bodies: Record<string, unknown>[] = [];
  for (const row of receipts) {
    const { opId, lane, call, entityId, capturedAt } = row;
    const body = await readable(unseal(vault, { table: 'sent', id: opId }, row));
    if (body === null) continue;
    // A receipt holds the body of a call.
    bodies.push(body as Record<string, unknown>);
    offered.push({
      opId,
      userHash: vault.userHash,
      deviceId,
      lane,
      call,
      entityId,
      base: null,
      payload: await seal(vault.local, placeOf(opId), body, means),
      isFrozen: true,
      blob: null,
      deps: [],
      capturedAt,
      clockOffset: clockOffset(),
      tz: -new Date(capturedAt).getTimezoneOffset(),
      state: 'queued',
      attempts: 0,
      nextAt: means.now(),
      lease: null,
      error: null,
      detail: null,
      rev: 1,
    });
  }
  // Whatever this device's clock said then: nothing of a patient goes before the patient.
  const inOrder = offered.toSorted((one, other) => Number(isNewPatient(other)) - Number(isNewPatient(one)));
  await db.transaction('rw', [db.ops, db.consents, db.listings], async () => {
    const waiting = await db.ops.orderBy('seq').toArray();
    const first = waiting[0]?.seq ?? 1;
    const here = new Set(waiting.map(({ opId }) => opId));
    const fresh = inOrder.filter(({ opId }) => !here.has(opId));
    const owners = await ownersOf(db, [...fresh, ...waiting], bodies);
    // Before all that waits: an edit must not arrive before the patient whom the backup lost.
    await db.ops.bulkAdd(
      fresh.map((op, at) => ({ ...op, seq: first - fresh.length + at, deps: depsAmong(op, fresh.slice(0, at), owners) })),
    );
    for (const op of waiting) {
      const more = depsAmong(op, fresh, owners);
      // One that is on its way just now, and is refused because it comes too early, is no longer as its sender knows it: it goes again.
      if (more.length > 0) await db.ops.update(op.seq, { deps: [...op.deps, ...more], rev: op.rev + 1 });
    }
  });
  await noteUnsent(store);
  return offered.length;
}

function isNewPatient({ call }: NewOp): boolean {
  return call === 'patientCreate';
}
