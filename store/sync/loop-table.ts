import { LeaseLost } from '#store/outbox/lease.ts';
import type { MachineStep } from './machine.ts';
import type { PassEnd } from './pass.ts';
import type { EndedWaits } from './pause.ts';
import { jitteredDelay, type SyncTiming } from './timing.ts';

/** State of the queue for the user; `quiet` when nothing is due. `until` is epoch ms; `isOurs`: the server asks, not a gateway. */
export type SyncState =
  | { readonly kind: 'quiet' | 'sending' | 'unreachable' | 'portal' | 'signIn' | 'update' | 'restored' }
  | { readonly kind: 'wait'; readonly until: number; readonly isOurs: boolean };

/**
 * Reason to wake the loop. All but the deferred ones ignore back-offs. `answered`: the server itself has answered another call while the
 * queue waits; `asked`: a person wants to send now.
 */
export type WakeReason = 'enqueued' | 'timer' | 'answered' | 'online' | 'visible' | 'focus' | 'poked' | 'signedIn' | 'asked';
const DEFERRED: readonly WakeReason[] = ['enqueued', 'timer'];
/** The waits that a wake ends. */
const ENDS: Partial<Record<WakeReason, EndedWaits>> = { answered: 'foreign', asked: 'all' };
/** The waits, the fewest first. */
const WAITS: readonly EndedWaits[] = ['none', 'foreign', 'all'];

/** Obstacle that keeps this tab from sending on any network: its token is refused or absent, or its build is too old. */
export type SendBarrier = { readonly kind: 'signIn'; readonly token: string | null } | { readonly kind: 'update' };

/** Reason why a loop ends by itself: another tab leads now, or this one cannot send and another should lead. */
export type SyncLoopEnd = { readonly kind: 'deposed' } | SendBarrier;

/** A pass that was asked for, and the waits that it ends. */
type PassRequest = { readonly isImmediate: boolean; readonly ends: EndedWaits };

/** State of the loop. Times are epoch ms. */
export type LoopState = {
  /** number of the present run: the watchdog gives up a run that hangs and starts the next one */
  readonly run: number;
  readonly isRunning: boolean;
  readonly isStopped: boolean;
  /** a pass that was asked for, and has not begun */
  readonly request: PassRequest | null;
  /** consecutive passes without any answer: they set the back-off */
  readonly silences: number;
  /** no pass is made before this time */
  readonly quietUntil: number;
  /** when the next op becomes due, by the last pass of this run; null when unknown */
  readonly nextAt: number | null;
  readonly lastAttempt: number;
  /** whether a call is in flight */
  readonly isTrying: boolean;
};

/** Event of the loop; `now` is epoch ms, `random` is from 0 inclusive to 1 exclusive. */
export type LoopEvent =
  | { readonly kind: 'started' }
  | { readonly kind: 'woken'; readonly why: WakeReason; readonly now: number }
  /** before and after each call */
  | { readonly kind: 'attempted'; readonly run: number; readonly now: number }
  /** `token`: the one that the pass used; `isTokenOld`: it has changed since */
  | {
      readonly kind: 'passEnded';
      readonly run: number;
      readonly end: PassEnd;
      readonly token: string | null;
      readonly isTokenOld: boolean;
      readonly now: number;
      readonly random: number;
    }
  | { readonly kind: 'passFailed'; readonly run: number; readonly fault: unknown }
  /** `canSend`: there is a network and a token */
  | { readonly kind: 'watchdogRan'; readonly canSend: boolean; readonly now: number }
  | { readonly kind: 'stopped' };

export type LoopEffect =
  | ({ readonly kind: 'runPass'; readonly run: number } & PassRequest)
  /** aborts the present run's calls */
  | { readonly kind: 'abortRun' }
  /** wakes the loop after the jittered interval, or at `dueAt` (epoch ms) if that is earlier */
  | { readonly kind: 'setTimer'; readonly dueAt: number }
  | { readonly kind: 'cancelTimer' }
  | { readonly kind: 'setWatchdog' }
  | { readonly kind: 'cancelWatchdog' }
  | { readonly kind: 'report'; readonly state: SyncState }
  | { readonly kind: 'end'; readonly end: SyncLoopEnd }
  | { readonly kind: 'fault'; readonly fault: unknown };

type LoopStep = MachineStep<LoopState, LoopEffect>;
type LoopTable = {
  readonly [K in LoopEvent['kind']]: (state: LoopState, event: Extract<LoopEvent, { kind: K }>, timing: SyncTiming) => LoopStep;
};

/** @param now - epoch ms */
export function initialLoopState(now: number): LoopState {
  const none = { request: null, silences: 0, quietUntil: 0, nextAt: null };
  return { run: 0, isRunning: false, isStopped: false, ...none, lastAttempt: now, isTrying: false };
}

/** One row for each event: the next state, and the effects in their order. */
export const LOOP_TABLE: LoopTable = {
  started: (state) => ({ state, effects: [{ kind: 'setWatchdog' }] }),

  woken: (state, { why, now }, timing) => {
    const isImmediate = !DEFERRED.includes(why);
    const request = {
      isImmediate: isImmediate || state.request?.isImmediate === true,
      ends: most(ENDS[why] ?? 'none', state.request?.ends ?? 'none'),
    };
    const woken = { ...state, request, quietUntil: isImmediate ? 0 : state.quietUntil };
    return state.isRunning || state.isStopped ? { state: woken, effects: [] } : startRun(woken, now, timing);
  },

  attempted: (state, { run, now }) =>
    run === state.run
      ? { state: { ...state, lastAttempt: now, isTrying: true }, effects: [{ kind: 'report', state: { kind: 'sending' } }] }
      : { state, effects: [] },

  passEnded: (state, { run, end, token, isTokenOld, now, random }, timing) => {
    if (run !== state.run || state.isStopped) return { state, effects: [] };
    const { halt } = end;
    // The user may have signed in while the former token was refused.
    const isRefusedToken = halt?.kind === 'signIn' && !isTokenOld;
    const next = afterPass(state, { end, isTokenOld, now, random, timing });
    const report: LoopEffect = { kind: 'report', state: halt ?? { kind: 'quiet' } };
    if (halt?.kind === 'update' || isRefusedToken) {
      const barrier: SendBarrier = halt.kind === 'update' ? { kind: 'update' } : { kind: 'signIn', token };
      return withEffects([report], endLoop(next, barrier));
    }
    return withEffects([report], continueRun(next, now, timing));
  },

  passFailed: (state, { run, fault }) => {
    if (state.isStopped) return { state, effects: [] };
    if (fault instanceof LeaseLost) return endLoop(state, { kind: 'deposed' });
    const effects: LoopEffect[] = [{ kind: 'fault', fault }];
    // A run that the watchdog gave up fails late: the present run goes on.
    return run === state.run ? withEffects(effects, finishRun(state)) : { state, effects };
  },

  watchdogRan: (state, { canSend, now }, timing) => {
    if (state.isStopped) return { state, effects: [] };
    const effects: LoopEffect[] = [{ kind: 'setWatchdog' }];
    // A call in flight is cut by its own timeout, all of which it may need on a slow connection.
    const patience = timing.watchdog + (state.isTrying ? timing.largeCallTimeout : 0);
    const isAlive = Math.abs(now - state.lastAttempt) < patience;
    if (!canSend || isQuiet(state, now, timing) || isAlive) return { state, effects };
    const restarted = { ...state, run: state.run + 1, request: state.request ?? LATER };
    return withEffects([...effects, { kind: 'abortRun' }], startRun(restarted, now, timing));
  },

  stopped: (state) => (state.isStopped ? { state, effects: [] } : stopLoop(state)),
};

export function reduceLoop(state: LoopState, event: LoopEvent, timing: SyncTiming): LoopStep {
  // Each row takes the event of its own kind.
  const row = LOOP_TABLE[event.kind] as (state: LoopState, event: LoopEvent, timing: SyncTiming) => LoopStep;
  return row(state, event, timing);
}

/** A pass at its time, which ends no wait. */
const LATER: PassRequest = { isImmediate: false, ends: 'none' };

function most(one: EndedWaits, other: EndedWaits): EndedWaits {
  return WAITS.indexOf(one) > WAITS.indexOf(other) ? one : other;
}

type PassOutcome = Pick<Extract<LoopEvent, { kind: 'passEnded' }>, 'end' | 'isTokenOld' | 'now' | 'random'> & {
  readonly timing: SyncTiming;
};

function afterPass(state: LoopState, { end, isTokenOld, now, random, timing }: PassOutcome): LoopState {
  const { halt, tried, answered } = end;
  const isSilent = halt?.kind === 'unreachable' || halt?.kind === 'portal';
  // An answer shows that the network is back: ops that only waited for it go at once.
  const wasAnswered = answered > 0;
  const isOldToken = halt?.kind === 'signIn' && isTokenOld;
  // The receipts stand before the queue now, and are sent at once.
  const isAgain = (halt === null && (wasAnswered || tried > 0)) || isOldToken || halt?.kind === 'restored';
  const request =
    state.request ?? (isAgain ? { ...LATER, isImmediate: halt === null && wasAnswered && state.silences > 0 } : null);
  const silences = (wasAnswered ? 0 : state.silences) + (isSilent ? 1 : 0);
  const backoffUntil = isSilent ? now + jitteredDelay(silences, () => random, timing) : state.quietUntil;
  const quietUntil = halt?.kind === 'wait' ? Math.max(backoffUntil, halt.until) : backoffUntil;
  const isUntimed = halt?.kind === 'signIn' || halt?.kind === 'update' || halt?.kind === 'restored';
  return { ...state, request, silences, quietUntil, nextAt: halt === null ? end.nextAt : isUntimed ? null : quietUntil };
}

function startRun(state: LoopState, now: number, timing: SyncTiming): LoopStep {
  return withEffects([{ kind: 'cancelTimer' }], continueRun({ ...state, nextAt: null }, now, timing));
}

/** A clock that was set back meanwhile keeps nothing quiet for longer than the longest wait. */
function isQuiet({ quietUntil }: LoopState, now: number, { waitMax }: SyncTiming): boolean {
  return now < quietUntil && quietUntil <= now + waitMax;
}

/** The next pass of a run: when one was asked for, and the loop may not have to stay quiet. */
function continueRun(state: LoopState, now: number, timing: SyncTiming): LoopStep {
  const { run, request } = state;
  if (request === null || isQuiet(state, now, timing)) return finishRun({ ...state, request: null });
  const effects: LoopEffect[] = [{ kind: 'runPass', run, ...request }];
  return { state: { ...state, isRunning: true, isTrying: false, request: null }, effects };
}

function finishRun(state: LoopState): LoopStep {
  const dueAt = Math.max(state.nextAt ?? Number.POSITIVE_INFINITY, state.quietUntil);
  return { state: { ...state, isRunning: false, isTrying: false }, effects: [{ kind: 'setTimer', dueAt }] };
}

function endLoop(state: LoopState, end: SyncLoopEnd): LoopStep {
  const { state: stopped, effects } = stopLoop(state);
  return { state: stopped, effects: [...effects, { kind: 'end', end }] };
}

function stopLoop(state: LoopState): LoopStep {
  const effects: LoopEffect[] = [{ kind: 'cancelTimer' }, { kind: 'cancelWatchdog' }, { kind: 'abortRun' }];
  return { state: { ...state, isStopped: true, isRunning: false }, effects };
}

function withEffects(first: readonly LoopEffect[], { state, effects }: LoopStep): LoopStep {
  return { state, effects: [...first, ...effects] };
}
