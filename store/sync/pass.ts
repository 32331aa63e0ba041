import { dueOps, nextDueAt } from './schedule.ts';
import { sendInBatches, growBatch } from './send-batch.ts';
import type { OpRow } from '#store/db/op.ts';
import { refreshUnsentCount } from '#store/session/store.ts';
import { endPause, presentPause } from './pause.ts';
import { queueEpoch } from './receipts.ts';
import { sendSingly } from './send.ts';
import type { SendContext } from './send-context.ts';
import type { AuthorizedPass, SyncPass, PassResult } from './send.ts';

/** Number of ops up to which each goes by its own call [choice]: a person who waits for one of them is answered soonest so. */
const FEW_OPS = 8;

/** Result of a pass. `nextAt`: when the next op becomes due, epoch ms; null when none waits for a time. */
export type PassEnd = PassResult & { readonly nextAt: number | null };

/**
 * Makes one pass over the queue: sends each due op once, and writes the effect of its answer. The number of unsent ops is written once,
 * at the end.
 *
 * @throws LeaseLost when another tab leads now
 */
export async function runPass(context: SendContext, pass: SyncPass): Promise<PassEnd> {
  const { store, epoch, timing } = context;
  const nothing = { tried: 0, answered: 0, nextAt: null };
  const now = store.env.now();
  await endPause(context, pass.ends);
  const pause = await presentPause(store.db, now, timing);
  if (pause !== null) return { ...nothing, halt: { kind: 'wait', ...pause } };
  // No attempt is made: a body that was never sent may still take in later edits.
  if (!context.isOnline()) return { ...nothing, halt: { kind: 'unreachable' } };
  const token = context.token();
  if (token === null) return { ...nothing, halt: { kind: 'signIn' } };
  const ops = await store.db.ops.orderBy('seq').toArray();
  const laneHeads = dueOps(ops, { now, epoch, isImmediate: pass.isImmediate, timing });
  if (laneHeads.length === 0) return { ...nothing, halt: null, nextAt: nextDueAt(ops) };
  try {
    const sentFor = await queueEpoch(store.db);
    return await sendAll(context, laneHeads, { ...pass, token, sentFor, isMany: ops.length > FEW_OPS });
  } finally {
    void refreshUnsentCount(store);
  }
}

/** Sends lane heads in batches where many ops wait or the connection is slow, else each by its own call. */
async function sendAll(
  context: SendContext,
  laneHeads: readonly OpRow[],
  { isMany, ...authorized }: AuthorizedPass & { readonly isMany: boolean },
): Promise<PassEnd> {
  const together = laneHeads.filter((op) => !travelsAlone(op));
  if (context.batch.size < 2 || together.length < 2 || !(isMany || context.isSlow())) {
    const sent = await sendSingly(context, laneHeads, authorized);
    // The connection carries calls again: the next ones may travel in a batch.
    if (sent.answered > 0) growBatch(context.batch);
    return { ...sent, nextAt: null };
  }
  const batched = await sendInBatches(context, together, authorized);
  if (batched.halt !== null) return { ...batched, nextAt: null };
  const single = await sendSingly(context, laneHeads.filter(travelsAlone), authorized);
  const sum = { tried: batched.tried + single.tried, answered: batched.answered + single.answered };
  return { halt: single.halt, ...sum, nextAt: null };
}

/** Strokes are large; and what was refused on the way would have others refused with it. */
function travelsAlone({ blob, stopped = 0 }: OpRow): boolean {
  return blob !== null || stopped > 0;
}
