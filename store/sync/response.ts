import { isAnswerTo } from '#contract/answered-ids.ts';
import type { OpRow } from '#store/db/op.ts';
import { acknowledge, acknowledgeAsDone } from './acknowledge.ts';
import { handleVersionConflict, isConflictOf } from '#store/outbox/conflict.ts';
import { LeaseLost } from '#store/outbox/lease.ts';
import type { CallResult } from './transport.ts';
import { pauseUntil } from './pause.ts';
import { handleMisdirected, opErrorOf, requeue, park, type PreparedOp } from '#store/outbox/entry-state.ts';
import { actionFor, type ServerReply, type ReplyAction } from './response-table.ts';
import type { SendContext } from './send-context.ts';
import { jitteredDelay } from './timing.ts';

/** Reason why the whole queue stops after a reply. `until` is epoch ms. */
export type SyncHalt =
  | { readonly kind: 'unreachable' | 'portal' | 'signIn' | 'update' }
  | { readonly kind: 'wait'; readonly until: number };

/** Applies a reply to its op. @returns the reason to stop the queue, or null when it goes on @throws LeaseLost */
export async function handleResponse(
  context: SendContext,
  prepared: PreparedOp,
  { reply, output, failure }: CallResult,
): Promise<SyncHalt | null> {
  const error = opErrorOf(reply.kind === 'answer' ? reply.status : 0, failure);
  const action = actionFor(reply);
  const { op, body } = prepared;
  const isMisdirected =
    (action === 'acknowledge' && !isAnswerTo(op.call, body, output)) ||
    (action === 'conflict' && !isConflictOf(op, failure?.data));
  if (isMisdirected) await handleMisdirected(context, op, { nextAt: nextTry(context, op) });
  else if (action === 'acknowledge') await acknowledge(context, prepared, output);
  else if (action === 'done') await acknowledgeAsDone(context, prepared);
  else if (action === 'conflict') await handleVersionConflict(context, prepared, { error, data: failure?.data });
  else if (action === 'review' || action === 'smaller')
    await park(context, op, { state: 'review', error, detail: { fields: failure?.fields ?? [], data: failure?.data } });
  else return haltFor(context, { action, reply, ops: [op] });
  return null;
}

/**
 * Requeues ops with a back-off after an unexpected failure, so that an op that always fails does not block the others.
 *
 * @throws the failure itself
 */
export async function requeueAll(context: SendContext, ops: readonly OpRow[], failure: unknown): Promise<never> {
  if (failure instanceof LeaseLost) throw failure;
  for (const op of ops) await requeue(context, op, { nextAt: nextTry(context, op) });
  throw failure;
}

type HaltInput = { readonly action: ReplyAction; readonly reply: ServerReply; readonly ops: readonly OpRow[] };

/**
 * Requeues ops that were not acknowledged. The attempt counts only when it says something about the op (`again`, `portal`).
 *
 * @returns the reason to stop the queue, or null when it goes on
 */
export async function haltFor(context: SendContext, { action, reply, ops }: HaltInput): Promise<SyncHalt | null> {
  const { store } = context;
  const now = store.env.now();
  const isCounted = action === 'again' || action === 'portal';
  for (const op of ops) {
    const change = isCounted ? { nextAt: nextTry(context, op) } : { nextAt: now, attempts: Math.max(op.attempts - 1, 0) };
    await requeue(context, op, change);
  }
  if (action === 'wait' && reply.kind === 'answer') {
    const until = now + (reply.retryAfter ?? 0);
    await pauseUntil(context, until);
    return { kind: 'wait', until };
  }
  if (action === 'portal' || action === 'signIn' || action === 'update') return { kind: action };
  return null;
}

/** Time of the next attempt after a back-off, epoch ms. */
function nextTry({ store: { env }, timing }: SendContext, { attempts }: OpRow): number {
  return env.now() + jitteredDelay(attempts, env.random, timing);
}
