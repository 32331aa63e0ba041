import { UNTRIED, type OpRow } from '#store/db/op.ts';
import { withEviction } from '#store/session/quota.ts';
import type { LeaderContext } from './entry-state.ts';
import { assertLease } from './lease.ts';

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

function isMistaken({ error, isReduced = false }: OpRow): boolean {
  return error?.code === 'IDEMPOTENCY_KEY_REUSED' && !isReduced;
}
