import { SYNC_BYTES_MOST } from '#contract/sync.ts';
import type { OpRow } from '#store/db/op.ts';
import { sendBatch, toSyncOp, type CallResult } from './transport.ts';
import { freeze, readBodies, requeue, type PreparedOp } from '#store/outbox/entry-state.ts';
import { actionFor, isOurReply, type ServerReply } from './response-table.ts';
import type { BatchSize, SendContext } from './send-context.ts';
import {
  epochOf,
  haltFor,
  haltOfForeignAnswer,
  haltOfRestore,
  handleResponses,
  isAcknowledged,
  requeueAll,
  uncounted,
  type OpResult,
  type SyncHalt,
} from './response.ts';
import { withConnection, type SendStrategy } from './send.ts';

/** Bytes reserved in a batch for everything but its ops. */
const BATCH_OVERHEAD = 1024;

const UNANSWERED: CallResult = { reply: { kind: 'nothing' }, output: undefined, failure: null };

/**
 * Sends the heads of lanes in batches: each op has its own answer, which is handled as if it had travelled alone. The acknowledgements of
 * one batch are written while the next one is under way; any other answer is handled before anything else is sent.
 */
export const sendInBatches: SendStrategy = async (context, laneHeads, pass) => {
  const { store, timing, batch } = context;
  const remaining = [...laneHeads];
  let halt: SyncHalt | null = null;
  let tried = 0;
  let answered = 0;
  const acks = createAckWriter(context, pass.sentFor);
  const mayGoOn = () => halt === null && !acks.hasFailed() && !pass.signal.aborted;
  while (remaining.length > 0 && batch.size > 1 && mayGoOn()) {
    const until = store.env.now() + timing.largeCallTimeout;
    const prepared = await fillBatch(context, remaining, until);
    if (prepared.length === 0) continue;
    tried += prepared.length;
    pass.onAttempt();
    const sending = withConnection(context, { ...pass, timeout: timing.largeCallTimeout }, (connection) =>
      sendBatch(connection, store.deviceId, prepared),
    );
    const ops = prepared.map(({ op }) => op);
    const batchResult = await sending.catch(async (failure: unknown) => {
      await acks.settled();
      return requeueAll(context, ops, failure);
    });
    pass.onAttempt();
    await acks.settled();
    if (batchResult.kind === 'whole') {
      const whole = { reply: batchResult.reply, output: undefined, failure: null };
      halt =
        (await haltOfRestore(
          context,
          prepared.map((each) => ({ prepared: each, result: whole })),
          pass.sentFor,
        )) ?? (await handleBatchRefusal(context, prepared, batchResult.reply));
      continue;
    }
    if (prepared.length === batch.size) growBatch(batch);
    const results = prepared.map((each) => ({
      prepared: each,
      result: batchResult.outcomes.get(each.op.opId) ?? UNANSWERED,
    }));
    const epoch = epochOf(results);
    if ((epoch === null || epoch === pass.sentFor) && results.every(isAcknowledged)) acks.start(results);
    else halt = await handleResponses(context, results, pass.sentFor);
    answered += results.filter(({ result }) => result.reply.kind === 'answer').length;
  }
  await acks.done();
  return { halt, tried, answered };
};

/** Writes acknowledgements beside the next exchange. Nothing is left under way once `settled` or `done` has resolved. */
function createAckWriter(context: SendContext, sentFor: string | undefined) {
  let writing: Promise<unknown> = Promise.resolve();
  let fault: { readonly failure: unknown } | null = null;
  const settled = () => writing;
  return {
    start: (results: readonly OpResult[]) => {
      writing = handleResponses(context, results, sentFor).catch((failure: unknown) => void (fault ??= { failure }));
    },
    hasFailed: () => fault !== null,
    settled,
    /** @throws LeaseLost, or what one of the writes has failed with */
    done: async () => {
      await settled();
      if (fault !== null) throw fault.failure;
    },
  };
}

/** Grows the batch by half after an answer, so that a connection at its limit is seldom overloaded. */
export function growBatch(batch: BatchSize): void {
  batch.size = Math.min(batch.size + Math.ceil(batch.size / 2), batch.limit);
}

/** Moves ops from the list into a batch, up to its size in ops and bytes. */
async function fillBatch(context: SendContext, remaining: OpRow[], until: number): Promise<PreparedOp[]> {
  const candidates = remaining.splice(0, context.batch.size);
  const read = await readBodies(context, candidates);
  let bytes = BATCH_OVERHEAD;
  const fitting = read.filter((next, at) => {
    bytes += new TextEncoder().encode(JSON.stringify(toSyncOp(next))).length + 1;
    return at === 0 || bytes <= SYNC_BYTES_MOST;
  });
  remaining.unshift(...read.slice(fitting.length).map(({ op }) => op));
  return freeze(context, fitting, until);
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
  const half = Math.floor(prepared.length / 2);
  if (action === 'foreign') {
    const stop = await haltOfForeignAnswer(context);
    if (stop !== null) return (await haltFor(context, { action: 'again', reply, ops })) ?? stop;
    // One of them is refused on the way: halves find it, and what was not tried alone is not blamed.
    batch.size = Math.max(half, 1);
    const now = context.store.env.now();
    await requeue(context, ops, (op) => uncounted(op, now));
    return null;
  }
  if (action === 'smaller') batch.limit = half;
  // A connection that drops a batch of this size may carry half of it; a gateway that asks to wait may mean one body alone, which halves find.
  else if (action === 'again' || (action === 'wait' && !isOurReply(reply))) batch.size = Math.max(half, 1);
  // A server that does not know batches, or refuses this one, may still take each op by itself.
  else if (action === 'review' || action === 'conflict' || action === 'acknowledge') batch.limit = 0;
  batch.size = Math.min(batch.size, batch.limit);
  const halt = await haltFor(context, { action, reply, ops });
  return halt ?? (reply.kind === 'nothing' ? { kind: 'unreachable' } : null);
}
