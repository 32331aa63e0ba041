import type { OpRow } from '#store/db/op.ts';
import type { SyncTiming } from './timing.ts';

type ScheduleInput = {
  readonly now: number;
  readonly epoch: number;
  /** ignore back-offs: the network is back, or the user pressed "Send now" */
  readonly isImmediate: boolean;
  readonly timing: SyncTiming;
};

/**
 * Selects the ops that may be sent now: the first op of each lane, when no op that it depends on is still queued. A refused op blocks its
 * lane and its dependents, and nothing else.
 *
 * @param ops - all queued ops, in the order of `seq`
 */
export function dueOps(ops: readonly OpRow[], input: ScheduleInput): OpRow[] {
  return laneHeads(ops).filter((op) => isDue(op, input));
}

/** When the next op becomes due after its back-off or lease, epoch ms; null when none waits for a time. */
export function nextDueAt(ops: readonly OpRow[]): number | null {
  const times = laneHeads(ops).flatMap(({ state, nextAt, lease }) =>
    state === 'queued' ? [nextAt] : state === 'sent' && lease !== null ? [lease.until] : [],
  );
  return times.length === 0 ? null : Math.min(...times);
}

function laneHeads(ops: readonly OpRow[]): OpRow[] {
  const waiting = new Set(ops.map(({ opId }) => opId));
  const lanes = new Set<string>();
  return ops.filter(({ lane, deps }) => {
    if (lanes.has(lane)) return false;
    lanes.add(lane);
    return deps.every((dep) => !waiting.has(dep));
  });
}

function isDue({ state, nextAt, lease }: OpRow, { now, epoch, isImmediate, timing }: ScheduleInput): boolean {
  if (state === 'queued') return isImmediate || hasPassed(nextAt, now, timing.backoffMax);
  // Sent by a tab that is gone, or by a run that the watchdog aborted: the idempotency key makes sending again harmless.
  return state === 'sent' && (lease === null || lease.epoch !== epoch || hasPassed(lease.until, now, timing.largeCallTimeout));
}

// A clock that was set back must not hold an op for days: a time further off than the longest wait counts as passed.
function hasPassed(at: number, now: number, longest: number): boolean {
  return at <= now || at > now + longest;
}
