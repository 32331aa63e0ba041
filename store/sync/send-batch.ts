import { SYNC_BYTES_MOST } from '#contract/sync.ts';
import type { OpRow } from '#store/db/op.ts';
import { sendBatch, toSyncOp, type CallResult } from './transport.ts';
import { freeze, requeue, type PreparedOp } from '#store/outbox/entry-state.ts';
import { actionFor, type ServerReply } from './response-table.ts';
import type { BatchSize, SendContext } from './send-context.ts';
import { requeueAll, haltFor, handleResponse, type SyncHalt } from './response.ts';
import { withConnection, type SendStrategy } from './send.ts';

/** Bytes reserved in a batch for everything but its ops. */
const BATCH_OVERHEAD = 1024;

const UNANSWERED: CallResult = { reply: { kind: 'nothing' }, output: undefined, failure: null };

/** Sends the heads of lanes in batches: each op has its own answer, which is handled as if it had travelled alone. */
export const sendInBatches: SendStrategy = async (context, laneHeads, pass) => {
  const { store, timing, batch } = context;
  const remaining = [...laneHeads];
  let halt: SyncHalt | null = null;
  let tried = 0;
  let answered = 0;
  while (remaining.length > 0 && halt === null && batch.size > 1 && !pass.signal.aborted) {
    const until = store.env.now() + timing.largeCallTimeout;
    const prepared = await fillBatch(context, remaining, until);
    if (prepared.length === 0) continue;
    tried += prepared.length;
    pass.onAttempt();
    const sending = withConnection(context, { ...pass, timeout: timing.largeCallTimeout }, (connection) =>
      sendBatch(connection, store.deviceId, prepared),
    );
    const ops = prepared.map(({ op }) => op);
    const batchResult = await sending.catch((failure: unknown) => requeueAll(context, ops, failure));
    pass.onAttempt();
    if (batchResult.kind === 'whole') {
      halt = await handleBatchRefusal(context, prepared, batchResult.reply);
      continue;
    }
    if (prepared.length === batch.size) growBatch(batch);
    let fault: { readonly failure: unknown } | null = null;
    for (const each of prepared) {
      const result = batchResult.outcomes.get(each.op.opId) ?? UNANSWERED;
      try {
        const stop = await handleResponse(context, each, result);
        halt ??= stop;
      } catch (failure) {
        // The answers to the other ops have arrived too: they are handled before this failure is thrown.
        fault ??= { failure };
        await requeueAll(context, [each.op], failure).catch(() => {});
      }
      if (result.reply.kind === 'answer') answered += 1;
    }
    if (fault !== null) throw fault.failure;
  }
  return { halt, tried, answered };
};

/** Grows the batch by half after an answer, so that a connection at its limit is seldom overloaded. */
export function growBatch(batch: BatchSize): void {
  batch.size = Math.min(batch.size + Math.ceil(batch.size / 2), batch.limit);
}

/** Moves ops from the list into a batch, up to its size in ops and bytes. An op that no longer fits goes in a later pass. */
async function fillBatch(context: SendContext, remaining: OpRow[], until: number): Promise<PreparedOp[]> {
  const { batch } = context;
  const prepared: PreparedOp[] = [];
  let bytes = BATCH_OVERHEAD;
  while (remaining.length > 0 && prepared.length < batch.size) {
    const [op] = remaining;
    const next = op === undefined ? null : await freeze(context, op, until);
    remaining.shift();
    if (next === null) continue;
    const size = new TextEncoder().encode(JSON.stringify(toSyncOp(next))).length + 1;
    if (bytes + size > SYNC_BYTES_MOST && prepared.length > 0) {
      await requeue(context, next.op, { nextAt: context.store.env.now(), attempts: next.op.attempts - 1 });
      break;
    }
    prepared.push(next);
    bytes += size;
  }
  return prepared;
}

/** Handles a reply to the batch itself: it stops the queue, or the ops go in smaller batches or one by one. */
async function handleBatchRefusal(
  context: SendContext,
  prepared: readonly PreparedOp[],
  reply: ServerReply,
): Promise<SyncHalt | null> {
  const { batch } = context;
  const action = actionFor(reply);
  const ops = prepared.map(({ op }) => op);
  if (action === 'smaller') batch.limit = Math.floor(prepared.length / 2);
  // A connection that drops a batch of this size may carry half of it.
  else if (action === 'again') batch.size = Math.max(Math.floor(prepared.length / 2), 1);
  // A server that does not know batches, or refuses this one, may still take each op by itself.
  else if (action === 'review' || action === 'conflict' || action === 'acknowledge') batch.limit = 0;
  batch.size = Math.min(batch.size, batch.limit);
  const halt = await haltFor(context, { action, reply, ops });
  return halt ?? (reply.kind === 'nothing' ? { kind: 'unreachable' } : null);
}
