import type { SentRow, VaultDatabase } from '#store/db/vault-database.ts';
import { opsOfLane } from './lanes.ts';
import { isBlocked, type OpRow } from '#store/db/op.ts';

/**
 * Status of an op. `sent`: the server has acknowledged it, whichever tab sent it. `refused`: it is in review or conflict. `late`: it, or
 * an op before it, waits out a back-off or for a person. `gone`: it was taken back, or a merge left no field to send.
 */
export type OpStatus =
  | { readonly kind: 'waiting' | 'late' | 'refused' | 'gone'; readonly opId: string }
  | { readonly kind: 'sent'; readonly opId: string; readonly receipt: SentRow };

/** An op whose next attempt is further off than this is late, ms [choice]. */
const LATE_AFTER = 2000;

/**
 * Watches an op in the queue by its `seq`, so that an op that replaced it after a merge is found as well. Each call of the result reads
 * once; made for a live query.
 *
 * @param opId - as returned by `enqueue`
 * @param now - epoch ms
 */
export function watchOp(db: VaultDatabase, opId: string, now: () => number): () => Promise<OpStatus> {
  let known: Pick<OpRow, 'opId' | 'seq'> | null = null;
  return async () => {
    const op = await (known === null ? db.ops.where('opId').equals(opId).first() : db.ops.get(known.seq));
    if (op === undefined) {
      const lastId = known?.opId ?? opId;
      const receipt = await db.sent.get(lastId);
      return receipt === undefined ? { kind: 'gone', opId: lastId } : { kind: 'sent', opId: lastId, receipt };
    }
    known = op;
    if (isBlocked(op)) return { kind: 'refused', opId: op.opId };
    const [lane, dependencies] = await Promise.all([
      opsOfLane(db, op.lane),
      db.ops
        .where('opId')
        .anyOf([...op.deps])
        .toArray(),
    ]);
    const ahead = [...lane.filter(({ seq }) => seq <= op.seq), ...dependencies];
    const isLate = ahead.some((each) => isBlocked(each) || (each.state === 'queued' && each.nextAt > now() + LATE_AFTER));
    return { kind: isLate ? 'late' : 'waiting', opId: op.opId };
  };
}
