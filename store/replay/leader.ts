import type { Store } from '../store.ts';
import { withRoom } from '../quota.ts';
import { beat, Deposed, readLease, takeLead } from './lease.ts';
import type { Bar, Loop, LoopEnd, SendingState, Wake } from './loop.ts';
import type { Timer } from './sending.ts';
import type { Times } from './times.ts';

/** The part of the browser's Web Locks that is used. */
export type Locks = Pick<LockManager, 'request'>;

export type Leadership = {
  readonly store: Store;
  readonly locks: Locks;
  readonly timer: Timer;
  readonly times: Times;
  readonly isVisible: () => boolean;
  /** of a live session; null while nobody is signed in in full */
  readonly token: () => string | null;
  /** Passes a wake on to the tab that leads. */
  readonly tell: (why: Wake) => void;
  readonly onState: (state: SendingState) => void;
  /** Starts what only a leader does. */
  readonly start: (epoch: number, onEnd: (end: LoopEnd) => void) => Loop;
};

export type Follower = {
  /** Wakes the queue, in whichever tab it is. */
  readonly wake: (why: Wake) => void;
  /** What another tab passed on. */
  readonly hear: (why: Wake) => void;
  readonly stop: () => void;
};

/**
 * Takes part in choosing the one tab of a person that sends. The lock goes to one; a visible tab that hears no heartbeat takes it
 * from a tab that the browser has frozen. One that cannot send lets go, and takes part again once it can.
 */
export function takePart(leadership: Leadership): Follower {
  const { store, locks, timer, times, isVisible, token, tell, onState, start } = leadership;
  const { db, vault, means } = store;
  const name = `outbox:${vault.userHash}`;
  let queueing = new AbortController();
  let turn = 0;
  let loop: Loop | null = null;
  let letGo = () => {};
  let isStopped = false;
  let callOffWatch = () => {};
  /** Whether the lock is asked for or held, and whether it is held. */
  let isQueueing = false;
  let isHolding = false;
  /** What this tab last let go for. */
  let bar: Bar | null = null;
  /** What woke this tab when it had let go. */
  let unheard: Wake | null = null;

  const canSend = () => bar === null || (bar.kind === 'signIn' && token() !== null && token() !== bar.token);

  async function hold(mine: number): Promise<void> {
    if (isStopped) return;
    isHolding = true;
    const epoch = await withRoom(store, () => takeLead(db, means.now()));
    // Stolen or stopped in the meantime.
    if (isStopped || !isHolding || mine !== turn) return;
    await new Promise<void>((resolve, reject) => {
      let callOffBeat = () => {};
      let isOver = false;
      const end = (finish: () => void) => {
        // A beat that was under way tells of it a second time.
        if (isOver) return;
        isOver = true;
        callOffBeat();
        loop?.stop();
        loop = null;
        letGo = () => {};
        finish();
      };
      letGo = () => end(resolve);
      const beatLater = () => {
        if (isOver) return;
        callOffBeat = timer(times.heartbeat, () => {
          void withRoom(store, () => beat(db, epoch, means.now())).then(beatLater, (failure: unknown) =>
            end(() => (failure instanceof Deposed ? resolve() : reject(failure))),
          );
        });
      };
      beatLater();
      loop = start(epoch, (why) => {
        if (why.kind !== 'deposed') bar = why;
        end(resolve);
      });
      if (unheard !== null) loop.wake(unheard);
      unheard = null;
    });
  }

  /** Waits for the lock, or takes it, and holds it until it is taken away or let go. A new turn ends the one before. */
  async function queue(steal: boolean): Promise<void> {
    turn += 1;
    const mine = turn;
    queueing.abort();
    queueing = new AbortController();
    isQueueing = true;
    try {
      await locks.request(name, steal ? { steal: true } : { signal: queueing.signal }, () => hold(mine));
    } catch {
      // Stolen, called off, or the database was closed under it: the loop is ended either way.
      if (mine === turn) letGo();
    }
    if (mine !== turn) return;
    isQueueing = false;
    isHolding = false;
  }

  /** Waits for the lock again, where it was taken away, or let go for what is over now. */
  function rejoin(): void {
    if (isStopped || isQueueing || !canSend()) return;
    if (bar !== null) onState({ kind: 'quiet' });
    bar = null;
    void queue(false);
  }

  function watch(): void {
    callOffWatch = timer(times.heartbeat, () => {
      void look().finally(() => {
        if (!isStopped) watch();
      });
    });
  }

  async function look(): Promise<void> {
    if (!isQueueing) return rejoin();
    if (isHolding || !isVisible()) return;
    const lease = await readLease(db).catch(() => null);
    // The lock may have come meanwhile.
    if (isHolding || isStopped) return;
    // A beat from the future is one of a clock that was set back since.
    if (lease !== null && Math.abs(means.now() - lease.at) > times.silence) await queue(true);
  }

  watch();
  void queue(false);
  // Whoever leads looks whether it still can.
  tell('enqueued');
  return {
    wake: (why) => {
      if (loop !== null) return loop.wake(why);
      tell(why);
      if (bar === null || !canSend()) return;
      unheard = why;
      rejoin();
    },
    hear: (why) => loop?.wake(why),
    stop: () => {
      isStopped = true;
      callOffWatch();
      queueing.abort();
      letGo();
    },
  };
}
