import { placeOf, type OpRow } from './outbox/op.ts';
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
 * server still has is answered as before; what it lost takes effect now.
 *
 * @returns how many
 */
export async function offerAgain(store: Store): Promise<number> {
  const { db, vault, means, deviceId, clockOffset } = store;
  const receipts = await db.sent.orderBy('ackedAt').toArray();
  const offered: Omit<OpRow, 'seq'>[] = [];
  for (const row of receipts) {
    const { opId, lane, call, entityId, capturedAt } = row;
    const body = await readable(unseal(vault, { table: 'sent', id: opId }, row));
    if (body === null) continue;
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
  await db.transaction('rw', db.ops, async () => {
    const first = (await db.ops.orderBy('seq').first())?.seq ?? 1;
    const waiting = new Set((await db.ops.toArray()).map(({ opId }) => opId));
    const fresh = offered.filter(({ opId }) => !waiting.has(opId));
    // Before all that waits: an edit must not arrive before the patient whom the backup lost.
    await db.ops.bulkAdd(fresh.map((op, at) => ({ ...op, seq: first - fresh.length + at })));
  });
  await noteUnsent(store);
  return offered.length;
}
