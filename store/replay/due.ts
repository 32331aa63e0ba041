import { heldUpBy } from '../outbox/held-up.ts';
import { isStopped, type OpRow } from '../outbox/op.ts';
import type { Times } from './times.ts';

type Moment = {
  readonly now: number;
  readonly epoch: number;
  /** Do not wait for a back-off: the network is back, or somebody pressed "Send now". */
  readonly isEager: boolean;
  readonly times: Times;
};

/**
 * The ops that may be sent now: of each lane the first alone, when nothing that it depends on still waits. One that was refused
 * stops its lane and whatever depends on it, and nothing else.
 *
 * @param ops - all that wait, in the order of `seq`
 */
export function dueHeads(ops: readonly OpRow[], moment: Moment): OpRow[] {
  return headsOf(ops).filter((op) => isRipe(op, moment));
}

/** When the next op that waits out a back-off or a lease ripens, epoch ms; null when none waits for a time. */
export function nextRipe(ops: readonly OpRow[]): number | null {
  const times = headsOf(ops).flatMap(({ state, nextAt, lease }) =>
    state === 'queued' ? [nextAt] : state === 'sent' && lease !== null ? [lease.until] : [],
  );
  return times.length === 0 ? null : Math.min(...times);
}

function headsOf(ops: readonly OpRow[]): OpRow[] {
  const waiting = new Set(ops.map(({ opId }) => opId));
  const lanes = new Set<string>();
  return ops.filter(({ lane, deps }) => {
    if (lanes.has(lane)) return false;
    lanes.add(lane);
    return deps.every((dep) => !waiting.has(dep));
  });
}

/** The ops that wait behind one that somebody must look at: told to people as blocked. */
export function blockedOps(ops: readonly OpRow[]): Set<string> {
  const heldUp = heldUpBy(ops);
  return new Set(ops.filter((op) => heldUp.has(op.opId) && !isStopped(op)).map(({ opId }) => opId));
}

function isRipe({ state, nextAt, lease }: OpRow, { now, epoch, isEager, times }: Moment): boolean {
  if (state === 'queued') return isEager || hasCome(nextAt, now, times.backOffMost);
  // Sent by a tab that is gone, or by this one in a loop that was given up: the key makes sending it again harmless.
  return state === 'sent' && (lease === null || lease.epoch !== epoch || hasCome(lease.until, now, times.blobTimeout));
}

// A clock that was set back must not hold an op for days: no time further off than was ever asked for is believed.
function hasCome(at: number, now: number, most: number): boolean {
  return at <= now || at > now + most;
}
