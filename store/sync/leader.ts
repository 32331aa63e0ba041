import type { Store } from '#store/session/store.ts';
import { withEviction } from '#store/session/quota.ts';
import { renewLease, readLease, acquireLease } from '#store/outbox/lease.ts';
import { INITIAL_LEADER_STATE, reduceLeader, type LeaderEffect, type LeaderEvent, type LeaderState } from './leader-table.ts';
import type { SyncLoop } from './loop.ts';
import type { SyncLoopEnd, SyncState, WakeReason } from './loop-table.ts';
import { startMachine } from './machine.ts';
import type { Timer } from './send-context.ts';
import type { SyncTiming } from './timing.ts';

/** The part of the browser's Web Locks that is used. */
export type Locks = Pick<LockManager, 'request'>;

export type LeaderOptions = {
  readonly store: Store;
  readonly locks: Locks;
  readonly timer: Timer;
  readonly timing: SyncTiming;
  readonly isVisible: () => boolean;
  /** token of a live session; null while nobody is signed in in full */
  readonly token: () => string | null;
  /** passes a wake on to the tab that leads */
  readonly broadcast: (why: WakeReason) => void;
  readonly onState: (state: SyncState) => void;
  /** starts the leader's loop */
  readonly start: (epoch: number, onEnd: (end: SyncLoopEnd) => void) => SyncLoop;
};

export type LeaderElection = {
  /** wakes the queue, in whichever tab leads */
  readonly wake: (why: WakeReason) => void;
  /** handles a wake that another tab broadcast */
  readonly onBroadcast: (why: WakeReason) => void;
  readonly stop: () => void;
};

/**
 * Joins the election of the one tab of a user that sends. The Web Lock goes to one tab; a visible tab that sees no heartbeat steals it
 * from a tab that the browser has frozen. A tab that cannot send releases the lock, and joins again once it can.
 * {@link LEADER_TABLE} decides; this performs the effects.
 */
export function joinElection(options: LeaderOptions): LeaderElection {
  const { store, locks, timer, timing, isVisible, token, broadcast, onState, start } = options;
  const { db, vault, env } = store;
  let loop: SyncLoop | null = null;
  let cancelHeartbeat = () => {};
  let cancelTimer = () => {};

  const dispatch = startMachine<LeaderState, LeaderEvent, LeaderEffect>({
    initial: INITIAL_LEADER_STATE,
    reduce: (state, event) => reduceLeader(state, event, timing),
    perform: (effect) => {
      if (effect.kind === 'requestLock') void lock.request(effect);
      else if (effect.kind === 'acquireLease') void acquire(effect.turn);
      else if (effect.kind === 'startLoop') startLoop(effect);
      else if (effect.kind === 'setHeartbeat') setHeartbeat(effect);
      else if (effect.kind === 'wakeLoop') loop?.wake(effect.why);
      else if (effect.kind === 'stopLoop') stopLoop();
      else if (effect.kind === 'releaseLock') lock.release(effect.turn);
      else if (effect.kind === 'broadcast') broadcast(effect.why);
      else if (effect.kind === 'reportQuiet') onState({ kind: 'quiet' });
      else if (effect.kind === 'setTimer') setTimer();
      else if (effect.kind === 'readLease') void look();
      else {
        cancelTimer();
        lock.callOff();
      }
    },
  });

  const lock = openSenderLock({ locks, name: `outbox:${vault.userHash}` }, dispatch);

  async function acquire(turn: number): Promise<void> {
    const epoch = await withEviction(store, () => acquireLease(db, env.now())).catch(() => null);
    // The database was closed under it.
    if (epoch === null) lock.release(turn);
    else dispatch({ kind: 'leaseAcquired', turn, epoch });
  }

  function startLoop({ turn, epoch }: Extract<LeaderEffect, { kind: 'startLoop' }>): void {
    loop = start(epoch, (end) => dispatch({ kind: 'loopEnded', turn, end }));
  }

  function setHeartbeat({ turn, epoch }: Extract<LeaderEffect, { kind: 'setHeartbeat' }>): void {
    cancelHeartbeat = timer(timing.heartbeat, () => {
      void withEviction(store, () => renewLease(db, epoch, env.now())).then(
        () => dispatch({ kind: 'leaseRenewed', turn, epoch }),
        () => dispatch({ kind: 'leaseFailed', turn }),
      );
    });
  }

  function stopLoop(): void {
    cancelHeartbeat();
    loop?.stop();
    loop = null;
  }

  function setTimer(): void {
    cancelTimer = timer(timing.heartbeat, () => dispatch({ kind: 'timerRan', isVisible: isVisible(), token: token() }));
  }

  async function look(): Promise<void> {
    const lease = await readLease(db).catch(() => null);
    dispatch({ kind: 'leaseRead', lease, now: env.now() });
  }

  dispatch({ kind: 'joined' });
  return {
    wake: (why) => dispatch({ kind: 'woken', why, token: token() }),
    onBroadcast: (why) => dispatch({ kind: 'broadcastReceived', why }),
    stop: () => dispatch({ kind: 'left' }),
  };
}

type SenderLock = {
  /** Waits for the lock, or takes it from a tab that is frozen; an earlier wait is called off. */
  readonly request: (effect: Extract<LeaderEffect, { kind: 'requestLock' }>) => Promise<void>;
  readonly release: (turn: number) => void;
  readonly callOff: () => void;
};

/** The Web Lock of the one tab that sends: it is held as long as the promise of its callback is pending. */
function openSenderLock(
  { locks, name }: { readonly locks: Locks; readonly name: string },
  dispatch: (event: LeaderEvent) => void,
): SenderLock {
  const held = new Map<number, () => void>();
  let request = new AbortController();
  return {
    request: async ({ turn, steal }) => {
      request.abort();
      request = new AbortController();
      const hold = () =>
        new Promise<void>((resolve) => {
          held.set(turn, resolve);
          dispatch({ kind: 'lockGranted', turn });
        });
      try {
        await locks.request(name, steal ? { steal: true } : { signal: request.signal }, hold);
      } catch {
        // Stolen or called off: as good as released.
      }
      dispatch({ kind: 'lockEnded', turn });
      held.delete(turn);
    },
    release: (turn) => held.get(turn)?.(),
    callOff: () => request.abort(),
  };
}
