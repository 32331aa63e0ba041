import type { VaultDatabase } from '../vault-database.ts';
import { opsOfLane } from './lane.ts';
import { isStopped, type OpRow } from './op.ts';

/**
 * What has become of an op. `sent`: the server has it. `refused`: somebody must look at it. `late`: it, or one that goes first,
 * waits out a time or stands still. `gone`: it was taken back, or nothing of it was left to say.
 */
export type Fate = { readonly kind: 'waiting' | 'late' | 'sent' | 'refused' | 'gone'; readonly opId: string };

/** An op that waits longer than this for its next try waits long, ms [choice]. */
const LONG = 2000;

/**
 * Follows an op in the queue, also when a merge has put another in its place. Each call looks once; made for a live query.
 *
 * @param opId - as it was when it was kept
 * @param now - epoch ms
 */
export function followOp(db: VaultDatabase, opId: string, now: () => number): () => Promise<Fate> {
  let known: Pick<OpRow, 'opId' | 'seq'> | null = null;
  return async () => {
    const op = await (known === null ? db.ops.where('opId').equals(opId).first() : db.ops.get(known.seq));
    if (op === undefined) {
      const last = known?.opId ?? opId;
      return { kind: (await db.sent.get(last)) === undefined ? 'gone' : 'sent', opId: last };
    }
    known = op;
    if (isStopped(op)) return { kind: 'refused', opId: op.opId };
    const [lane, needed] = await Promise.all([
      opsOfLane(db, op.lane),
      db.ops
        .where('opId')
        .anyOf([...op.deps])
        .toArray(),
    ]);
    const first = [...lane.filter(({ seq }) => seq <= op.seq), ...needed];
    const isLate = first.some((each) => isStopped(each) || (each.state === 'queued' && each.nextAt > now() + LONG));
    return { kind: isLate ? 'late' : 'waiting', opId: op.opId };
  };
}
