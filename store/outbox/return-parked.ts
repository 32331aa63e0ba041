import { UNTRIED, type OpRow } from '#store/db/op.ts';
import { withEviction } from '#store/session/quota.ts';
import type { Store } from '#store/session/store.ts';
import type { LeaderContext } from './entry-state.ts';
import { assertLease } from './lease.ts';
import type { EntityRef } from './snapshot.ts';

/** An op as it goes back into the queue: unchanged and under its own key, so that a call that took effect takes none again. */
export function returned(op: OpRow, now: number): OpRow {
  return { ...op, ...UNTRIED, nextAt: now, rev: op.rev + 1 };
}

/**
 * Returns ops that were parked by a fault of a former version to the queue. Its server took a key for used by another body when an update
 * had added a field to the call: whether it is still refused, the present server says. Once for each start of sending.
 *
 * @returns the number of ops
 * @throws LeaseLost
 */
export async function returnMistaken({ store, epoch }: LeaderContext): Promise<number> {
  const { db, env } = store;
  const write = () =>
    db.transaction('rw', [db.ops, db.kv], async () => {
      const parked = await db.ops.where('state').equals('review').filter(isMistaken).toArray();
      if (parked.length === 0) return 0;
      await assertLease(db, epoch);
      await db.ops.bulkPut(parked.map((op) => returned(op, env.now())));
      return parked.length;
    });
  return withEviction(store, write);
}

/**
 * Returns what was refused because the server did not have it, or its patient, once the server has shown that it does: one that was
 * restored from a backup gets it back from the tablet on which it was made. What waits behind goes on with it.
 *
 * @param brought - what the server has just answered with
 * @returns the number of ops
 */
export async function returnFound(store: Store, brought: readonly EntityRef[]): Promise<number> {
  const { db, env } = store;
  const ids = new Set(brought.map(({ id }) => id));
  const write = () =>
    db.transaction('rw', [db.ops, db.consents, db.listings], async () => {
      const lost = await db.ops.where('state').equals('review').filter(isLost).toArray();
      const keys = lost.map(({ entityId }) => entityId);
      const [consents, listings] = [await db.consents.bulkGet(keys), await db.listings.bulkGet(keys)];
      const found = lost.flatMap((op, at) => {
        const row = consents[at] ?? listings[at];
        return ids.has(op.entityId) || (row !== undefined && ids.has(row.patientId)) ? [returned(op, env.now())] : [];
      });
      await db.ops.bulkPut(found);
      return found.length;
    });
  const count = await withEviction(store, write);
  if (count > 0) store.onReturned?.();
  return count;
}

/** Whether an op was refused because the server had not what it changes. */
export function isLost({ state, error }: OpRow): boolean {
  return state === 'review' && error?.code === 'NOT_FOUND';
}

function isMistaken({ error, isReduced = false }: OpRow): boolean {
  return error?.code === 'IDEMPOTENCY_KEY_REUSED' && !isReduced;
}
