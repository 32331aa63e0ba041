import { isAnswerTo } from '#contract/answered-ids.ts';
import type { OpRow } from '#store/db/op.ts';
import { acknowledge, acknowledgeAsDone, type AnsweredOp } from './acknowledge.ts';
import { handleVersionConflict, isConflictOf } from '#store/outbox/conflict.ts';
import { LeaseLost } from '#store/outbox/lease.ts';
import type { CallResult } from './transport.ts';
import { pauseUntil } from './pause.ts';
import { handleMisdirected, opErrorOf, requeue, park, type PreparedOp } from '#store/outbox/entry-state.ts';
import { noteFirstEpoch, requeueReceipts } from './receipts.ts';
import { actionFor, isOurReply, type ServerReply, type ReplyAction } from './response-table.ts';
import type { SendContext } from './send-context.ts';
import { jitteredDelay } from './timing.ts';

/** Reason why the whole queue stops after a reply. `until` is epoch ms; `isOurs`: the server itself asked, not a gateway before it. */
export type SyncHalt =
  | { readonly kind: 'unreachable' | 'portal' | 'signIn' | 'update' | 'restored' }
  | { readonly kind: 'wait'; readonly until: number; readonly isOurs: boolean };

/** A sent op with the result of its call. */
export type OpResult = { readonly prepared: PreparedOp; readonly result: CallResult };

/**
 * Applies replies to their ops: all acknowledgements together, every other reply by itself. A failure with one op keeps no other from
 * being handled, and is thrown at the end.
 *
 * An answer under another epoch than the queue is meant for comes from a server that was restored: its successes hold, and its refusals are
 * nobody's. Before anything else is sent, what was sent before stands in the queue again.
 *
 * @param results - of ops of different lanes
 * @param sentFor - the epoch of the queue when they were sent; undefined before the first
 * @returns the first reason to stop the queue, or null when it goes on
 * @throws LeaseLost
 */
export async function handleResponses(
  context: SendContext,
  results: readonly OpResult[],
  sentFor: string | undefined,
): Promise<SyncHalt | null> {
  return (await haltOfRestore(context, results, sentFor)) ?? handleEach(context, results);
}

/**
 * Handles answers of a server that was restored since: successes are written down, and everything else goes back. Then what was sent before
 * stands in the queue again.
 *
 * @returns null when the answers are of the server that the queue is meant for; then none of them is handled yet
 * @throws LeaseLost
 */
export async function haltOfRestore(
  context: SendContext,
  results: readonly OpResult[],
  sentFor: string | undefined,
): Promise<SyncHalt | null> {
  const { store } = context;
  const epoch = epochOf(results);
  if (epoch !== null && sentFor === undefined) await noteFirstEpoch(store, epoch);
  if (epoch === null || sentFor === undefined || epoch === sentFor) return null;
  await handleEach(context, results.filter(isAcknowledged));
  const now = store.env.now();
  const refused = results.filter((each) => !isAcknowledged(each)).map(({ prepared: { op } }) => op);
  await requeue(context, refused, (op) => uncounted(op, now));
  await requeueReceipts(store, epoch);
  return { kind: 'restored' };
}

/** The epoch of the server's data that answers name; null where none does. */
export function epochOf(results: readonly OpResult[]): string | null {
  const named = results.find(({ result: { reply } }) => reply.kind === 'answer' && reply.dataEpoch != null)?.result.reply;
  return named?.kind === 'answer' ? (named.dataEpoch ?? null) : null;
}

async function handleEach(context: SendContext, results: readonly OpResult[]): Promise<SyncHalt | null> {
  const acks = results.filter(isAcknowledged);
  const areTogether = acks.length > 1 && (await acknowledgeTogether(context, acks));
  let halt: SyncHalt | null = null;
  let fault: { readonly failure: unknown } | null = null;
  for (const each of areTogether ? results.filter((result) => !isAcknowledged(result)) : results) {
    try {
      const stop = await handleResponse(context, each);
      halt ??= stop;
    } catch (failure) {
      if (failure instanceof LeaseLost) throw failure;
      fault ??= { failure };
      await requeueAll(context, [each.prepared.op], failure).catch(() => {});
    }
  }
  if (fault !== null) throw fault.failure;
  return halt;
}

/** @returns false when one of them could not be written, so that each has to be acknowledged by itself @throws LeaseLost */
async function acknowledgeTogether(context: SendContext, acks: readonly OpResult[]): Promise<boolean> {
  try {
    await acknowledge(context, acks.map(answeredOp));
    return true;
  } catch (failure) {
    if (failure instanceof LeaseLost) throw failure;
    return false;
  }
}

function answeredOp({ prepared, result: { output } }: OpResult): AnsweredOp {
  return { prepared, output };
}

/** Whether an op's answer acknowledges it. */
export function isAcknowledged({ prepared: { op, body }, result: { reply, output } }: OpResult): boolean {
  return actionFor(reply) === 'acknowledge' && isAnswerTo(op.call, body, output);
}

async function handleResponse(context: SendContext, each: OpResult): Promise<SyncHalt | null> {
  const { prepared, result } = each;
  const { reply, failure } = result;
  const error = opErrorOf(reply.kind === 'answer' ? reply.status : 0, failure);
  const { op } = prepared;
  const action = op.isReduced === true && error.code === 'IDEMPOTENCY_KEY_REUSED' ? 'done' : actionFor(reply);
  const isMisdirected =
    (action === 'acknowledge' && !isAcknowledged(each)) || (action === 'conflict' && !isConflictOf(op, failure?.data));
  if (isMisdirected) await handleMisdirected(context, op, { nextAt: nextTry(context, op) });
  else if (action === 'acknowledge') await acknowledge(context, [answeredOp(each)]);
  else if (action === 'done') await acknowledgeAsDone(context, prepared);
  else if (action === 'conflict') await handleVersionConflict(context, prepared, { error, data: failure?.data });
  else if (action === 'smaller' && reply.kind === 'answer' && !reply.isOurs) return handleForeignAnswer(context, op);
  else if (action === 'review' || action === 'smaller')
    await park(context, op, { state: 'review', error, detail: { fields: failure?.fields ?? [], data: failure?.data } });
  else if (action === 'foreign') return handleForeignAnswer(context, op);
  else return haltFor(context, { action, reply, ops: [op] });
  return null;
}

/** Handles an answer of somebody else to one op. While the server itself is reached it counts against this op alone. */
async function handleForeignAnswer(context: SendContext, op: OpRow): Promise<SyncHalt | null> {
  const halt = await haltOfForeignAnswer(context);
  await requeue(context, [op], ({ stopped = 0, ...each }) => ({
    nextAt: nextTry(context, each),
    stopped: halt === null ? stopped + 1 : stopped,
  }));
  return halt;
}

/**
 * Asks what an answer of somebody else means, by a ping.
 *
 * @returns the reason to stop the queue: a hotspot, or no server at the other end; null where the server answers, so that the body alone
 * was refused
 */
export async function haltOfForeignAnswer({ ping }: SendContext): Promise<SyncHalt | null> {
  const found = await ping();
  return found === 'here' ? null : { kind: found === 'portal' ? 'portal' : 'unreachable' };
}

/**
 * Requeues ops with a back-off after an unexpected failure, so that an op that always fails does not block the others.
 *
 * @throws the failure itself
 */
export async function requeueAll(context: SendContext, ops: readonly OpRow[], failure: unknown): Promise<never> {
  if (failure instanceof LeaseLost) throw failure;
  await requeue(context, ops, (op) => ({ nextAt: nextTry(context, op) }));
  throw failure;
}

type HaltInput = { readonly action: ReplyAction; readonly reply: ServerReply; readonly ops: readonly OpRow[] };

/**
 * Requeues ops that were not acknowledged. The attempt counts only when it says something about the op (`again`).
 *
 * @returns the reason to stop the queue, or null when it goes on
 */
export async function haltFor(context: SendContext, { action, reply, ops }: HaltInput): Promise<SyncHalt | null> {
  const { store } = context;
  const now = store.env.now();
  const isOurs = isOurReply(reply);
  // The server itself has answered: nothing on the way refuses the op any more.
  const passed = isOurs ? { stopped: 0 } : {};
  const waitMs = action === 'wait' && reply.kind === 'answer' ? (reply.retryAfter ?? 0) : null;
  // A gateway may mean this body alone: all others go before it is tried again.
  const isLast = waitMs !== null && !isOurs && ops.length === 1;
  await requeue(context, ops, (op) => {
    if (isLast) return { nextAt: nextTry(context, op) + waitMs };
    return action === 'again' ? { ...passed, nextAt: nextTry(context, op) } : { ...passed, ...uncounted(op, now) };
  });
  if (waitMs !== null) {
    const until = now + waitMs;
    await pauseUntil(context, { until, isOurs });
    return { kind: 'wait', until, isOurs };
  }
  return action === 'signIn' || action === 'update' ? { kind: action } : null;
}

/** An attempt that says nothing about its op: it does not count, and the op is due at once. */
export function uncounted({ attempts }: OpRow, now: number): Pick<OpRow, 'nextAt' | 'attempts'> {
  return { nextAt: now, attempts: Math.max(attempts - 1, 0) };
}

/** Time of the next attempt after a back-off, epoch ms. */
function nextTry({ store: { env }, timing }: SendContext, { attempts }: Pick<OpRow, 'attempts'>): number {
  return env.now() + jitteredDelay(attempts, env.random, timing);
}
