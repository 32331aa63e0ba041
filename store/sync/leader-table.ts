import type { Lease } from '#store/outbox/lease.ts';
import type { SendBarrier, SyncLoopEnd, WakeReason } from './loop-table.ts';
import type { MachineStep } from './machine.ts';
import type { SyncTiming } from './timing.ts';

/** State of one tab in the election. */
export type LeaderState = {
  /** number of the latest request for the lock: events of earlier requests are ignored */
  readonly turn: number;
  /** `waiting`: in the queue for the lock; `stealing`: asked for with `steal`; `held`: granted */
  readonly lock: 'none' | 'waiting' | 'stealing' | 'held';
  /** whether this tab's loop runs */
  readonly isLeading: boolean;
  /** the obstacle for which this tab last gave the lock up */
  readonly barrier: SendBarrier | null;
  /** a wake that came while this tab had given the lock up: its next loop begins with it */
  readonly pendingWake: WakeReason | null;
  readonly isStopped: boolean;
};

/** Event of the election; `token` is the present one, `now` is epoch ms. */
export type LeaderEvent =
  | { readonly kind: 'joined' }
  | { readonly kind: 'woken'; readonly why: WakeReason; readonly token: string | null }
  /** a wake that another tab broadcast */
  | { readonly kind: 'broadcastReceived'; readonly why: WakeReason }
  | { readonly kind: 'lockGranted'; readonly turn: number }
  | { readonly kind: 'leaseAcquired'; readonly turn: number; readonly epoch: number }
  | { readonly kind: 'leaseRenewed'; readonly turn: number; readonly epoch: number }
  /** another tab leads, or the database is closed */
  | { readonly kind: 'leaseFailed'; readonly turn: number }
  /** released, stolen, called off or failed */
  | { readonly kind: 'lockEnded'; readonly turn: number }
  | { readonly kind: 'loopEnded'; readonly turn: number; readonly end: SyncLoopEnd }
  | { readonly kind: 'timerRan'; readonly isVisible: boolean; readonly token: string | null }
  | { readonly kind: 'leaseRead'; readonly lease: Lease | null; readonly now: number }
  | { readonly kind: 'left' };

export type LeaderEffect =
  /** requests the lock, and calls a waiting request off */
  | { readonly kind: 'requestLock'; readonly turn: number; readonly steal: boolean }
  | { readonly kind: 'acquireLease'; readonly turn: number }
  | { readonly kind: 'startLoop'; readonly turn: number; readonly epoch: number }
  | { readonly kind: 'setHeartbeat'; readonly turn: number; readonly epoch: number }
  | { readonly kind: 'wakeLoop'; readonly why: WakeReason }
  /** stops loop and heartbeat */
  | { readonly kind: 'stopLoop' }
  | { readonly kind: 'releaseLock'; readonly turn: number }
  | { readonly kind: 'broadcast'; readonly why: WakeReason }
  | { readonly kind: 'reportQuiet' }
  | { readonly kind: 'setTimer' }
  | { readonly kind: 'readLease' }
  /** cancels the timer, and calls a waiting request for the lock off */
  | { readonly kind: 'leave' };

type LeaderStep = MachineStep<LeaderState, LeaderEffect>;
type LeaderTable = {
  readonly [K in LeaderEvent['kind']]: (
    state: LeaderState,
    event: Extract<LeaderEvent, { kind: K }>,
    timing: Pick<SyncTiming, 'leaderTimeout'>,
  ) => LeaderStep;
};

export const INITIAL_LEADER_STATE: LeaderState = {
  turn: 0,
  lock: 'none',
  isLeading: false,
  barrier: null,
  pendingWake: null,
  isStopped: false,
};

/** One row for each event: the next state, and the effects in their order. */
export const LEADER_TABLE: LeaderTable = {
  // The broadcast wakes the present leader: one that cannot send any more ends, and this tab leads.
  joined: (state) => withEffects([{ kind: 'setTimer' }], requestLock(state, 'waiting'), [{ kind: 'broadcast', why: 'enqueued' }]),

  woken: (state, { why, token }) => {
    if (state.isLeading) return { state, effects: [{ kind: 'wakeLoop', why }] };
    const broadcast: LeaderEffect = { kind: 'broadcast', why };
    if (state.barrier === null || !canSend(state, token)) return { state, effects: [broadcast] };
    return withEffects([broadcast], rejoin({ ...state, pendingWake: why }, token));
  },

  broadcastReceived: (state, { why }) => ({ state, effects: state.isLeading ? [{ kind: 'wakeLoop', why }] : [] }),

  lockGranted: (state, { turn }) =>
    state.isStopped || turn !== state.turn
      ? { state, effects: [{ kind: 'releaseLock', turn }] }
      : { state: { ...state, lock: 'held' }, effects: [{ kind: 'acquireLease', turn }] },

  leaseAcquired: (state, { turn, epoch }) => {
    // Stolen or left since the lock was granted.
    if (state.isStopped || state.lock !== 'held' || turn !== state.turn)
      return { state, effects: [{ kind: 'releaseLock', turn }] };
    const { pendingWake } = state;
    return withEffects(
      [
        { kind: 'setHeartbeat', turn, epoch },
        { kind: 'startLoop', turn, epoch },
      ],
      { state: { ...state, isLeading: true, pendingWake: null }, effects: [] },
      pendingWake === null ? [] : [{ kind: 'wakeLoop', why: pendingWake }],
    );
  },

  leaseRenewed: (state, { turn, epoch }) =>
    isLeadingIn(state, turn) ? { state, effects: [{ kind: 'setHeartbeat', turn, epoch }] } : { state, effects: [] },

  leaseFailed: (state, { turn }) => (isLeadingIn(state, turn) ? stepDown(state) : { state, effects: [] }),

  lockEnded: (state, { turn }) => {
    if (turn !== state.turn) return { state, effects: [] };
    const { state: ended, effects } = state.isLeading ? stepDown(state) : { state, effects: [] };
    return { state: { ...ended, lock: 'none' }, effects };
  },

  // A deposed tab may lead again; one that cannot send stays out until its barrier is gone.
  loopEnded: (state, { turn, end }) =>
    isLeadingIn(state, turn)
      ? stepDown({ ...state, barrier: end.kind === 'deposed' ? state.barrier : end })
      : { state, effects: [] },

  timerRan: (state, { isVisible, token }) => {
    if (state.isStopped) return { state, effects: [] };
    if (state.lock === 'none') return withEffects([], rejoin(state, token), [{ kind: 'setTimer' }]);
    // A browser freezes hidden tabs, so a hidden tab steals no lock: it would soon be as silent as the leader.
    const mayRead = state.lock === 'waiting' && isVisible;
    return { state, effects: [mayRead ? { kind: 'readLease' } : { kind: 'setTimer' }] };
  },

  leaseRead: (state, { lease, now }, { leaderTimeout }) => {
    if (state.isStopped) return { state, effects: [] };
    // A heartbeat far in the future is as old as one far in the past: the clock was set back since.
    const isSilent = lease !== null && Math.abs(now - lease.at) > leaderTimeout;
    const step: LeaderStep = state.lock === 'waiting' && isSilent ? requestLock(state, 'stealing') : { state, effects: [] };
    return withEffects([], step, [{ kind: 'setTimer' }]);
  },

  left: (state) => {
    const { state: ended, effects } = state.isLeading ? stepDown(state) : { state, effects: [] };
    return { state: { ...ended, isStopped: true }, effects: [{ kind: 'leave' }, ...effects] };
  },
};

export function reduceLeader(state: LeaderState, event: LeaderEvent, timing: Pick<SyncTiming, 'leaderTimeout'>): LeaderStep {
  // Each row takes the event of its own kind.
  const row = LEADER_TABLE[event.kind] as (
    state: LeaderState,
    event: LeaderEvent,
    timing: Pick<SyncTiming, 'leaderTimeout'>,
  ) => LeaderStep;
  return row(state, event, timing);
}

/** Whether nothing known keeps this tab from sending: a refused token counts until there is another one. */
function canSend({ barrier }: LeaderState, token: string | null): boolean {
  return barrier === null || (barrier.kind === 'signIn' && token !== null && token !== barrier.token);
}

function isLeadingIn({ isLeading, turn: present }: LeaderState, turn: number): boolean {
  return isLeading && turn === present;
}

function requestLock(state: LeaderState, lock: 'waiting' | 'stealing'): LeaderStep {
  const turn = state.turn + 1;
  return { state: { ...state, turn, lock }, effects: [{ kind: 'requestLock', turn, steal: lock === 'stealing' }] };
}

/** Requests the lock again after it was stolen, or given up for a barrier that is gone. */
function rejoin(state: LeaderState, token: string | null): LeaderStep {
  if (state.isStopped || state.lock !== 'none' || !canSend(state, token)) return { state, effects: [] };
  const report: LeaderEffect[] = state.barrier === null ? [] : [{ kind: 'reportQuiet' }];
  return withEffects(report, requestLock({ ...state, barrier: null }, 'waiting'));
}

/** Ends the leadership; the lock counts as held until the browser has released it. */
function stepDown(state: LeaderState): LeaderStep {
  return { state: { ...state, isLeading: false }, effects: [{ kind: 'stopLoop' }, { kind: 'releaseLock', turn: state.turn }] };
}

function withEffects(
  first: readonly LeaderEffect[],
  { state, effects }: LeaderStep,
  last: readonly LeaderEffect[] = [],
): LeaderStep {
  return { state, effects: [...first, ...effects, ...last] };
}
