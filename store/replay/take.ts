import type { OpRow } from '../outbox/op.ts';
import { acknowledge, takeAsDone } from './acknowledge.ts';
import { collide } from './collide.ts';
import { Deposed } from './lease.ts';
import type { Outcome, Ready } from './line.ts';
import { pauseUntil } from './pause.ts';
import { errorOf, putBack, setAside } from './record.ts';
import { verdictOn, type Reply, type Verdict } from './reply-table.ts';
import type { Sending } from './sending.ts';
import { backOff } from './times.ts';

/** What an answer means for the rest of the queue: it goes on, or stops and why. `until` is epoch ms. */
export type Halt =
  | { readonly kind: 'unreachable' | 'portal' | 'signIn' | 'update' }
  | { readonly kind: 'wait'; readonly until: number };

/** Takes one answer to its end: writes what follows for the op. @returns what follows for the others @throws Deposed */
export async function takeAnswer(sending: Sending, ready: Ready, { reply, output, failure }: Outcome): Promise<Halt | null> {
  const error = errorOf(reply.kind === 'answer' ? reply.status : 0, failure);
  const verdict = verdictOn(reply);
  if (verdict === 'acknowledge') await acknowledge(sending, ready, output);
  else if (verdict === 'done') await takeAsDone(sending, ready);
  else if (verdict === 'conflict') await collide(sending, ready, { error, data: failure?.data });
  else if (verdict === 'review' || verdict === 'smaller')
    await setAside(sending, ready.op, { state: 'review', error, detail: { fields: failure?.fields ?? [], data: failure?.data } });
  else return stopFor(sending, { verdict, reply, ops: [ready.op] });
  return null;
}

/**
 * After something that nobody foresaw: the ops wait again, so that one that always fails holds up no other.
 *
 * @throws the failure itself
 */
export async function giveBack(sending: Sending, ops: readonly OpRow[], failure: unknown): Promise<never> {
  if (failure instanceof Deposed) throw failure;
  const { means } = sending.store;
  for (const op of ops) await putBack(sending, op, { nextAt: means.now() + backOff(op.attempts, means.random, sending.times) });
  throw failure;
}

type Stopping = { readonly verdict: Verdict; readonly reply: Reply; readonly ops: readonly OpRow[] };

/** Ops that were not taken wait again; an attempt that says nothing about them does not count. */
export async function stopFor(sending: Sending, { verdict, reply, ops }: Stopping): Promise<Halt | null> {
  const { store, times } = sending;
  const now = store.means.now();
  const isTheirs = verdict === 'again' || verdict === 'portal';
  for (const op of ops) {
    const told = isTheirs
      ? { nextAt: now + backOff(op.attempts, store.means.random, times) }
      : { nextAt: now, attempts: Math.max(op.attempts - 1, 0) };
    await putBack(sending, op, told);
  }
  if (verdict === 'wait' && reply.kind === 'answer') {
    const until = now + (reply.retryAfter ?? 0);
    await pauseUntil(sending, until);
    return { kind: 'wait', until };
  }
  if (verdict === 'portal' || verdict === 'signIn' || verdict === 'update') return { kind: verdict };
  return null;
}
