import type { Store } from '../store.ts';
import { beat, Deposed, readLease, takeLead } from './lease.ts';
import type { Loop, Wake } from './loop.ts';
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
  /** Passes a wake on to the tab that leads. */
  readonly tell: (why: Wake) => void;
  /** Starts what only a leader does. */
  readonly start: (epoch: number, onDeposed: () => void) => Loop;
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
 * from a tab that the browser has frozen.
 */
export function takePart({ store, locks, timer, times, isVisible, tell, start }: Leadership): Follower {
  const { db, vault, means } = store;
  const name = `outbox:${vault.userHash}`;
  let queueing = new AbortController();
  let turn = 0;
  let loop: Loop | null = null;
  let letGo = () => {};
  let isStopped = false;
  let callOffWatch = () => {};

  async function hold(): Promise<void> {
    if (isStopped) return;
    const epoch = await takeLead(db, means.now());
    await new Promise<void>((resolve, reject) => {
      let callOffBeat = () => {};
      const end = (finish: () => void) => {
        callOffBeat();
        loop?.stop();
        loop = null;
        letGo = () => {};
        finish();
      };
      letGo = () => end(resolve);
      const beatLater = () => {
        callOffBeat = timer(times.heartbeat, () => {
          void beat(db, epoch, means.now()).then(beatLater, (failure: unknown) =>
            end(() => (failure instanceof Deposed ? resolve() : reject(failure))),
          );
        });
      };
      beatLater();
      loop = start(epoch, () => letGo());
    });
  }

  /** Waits for the lock, or takes it, holds it, and waits again when it was taken away. A new turn ends the one before. */
  async function queue(steal: boolean): Promise<void> {
    turn += 1;
    const mine = turn;
    queueing.abort();
    queueing = new AbortController();
    try {
      await locks.request(name, steal ? { steal: true } : { signal: queueing.signal }, hold);
    } catch {
      // Stolen, called off, or the database was closed under it: the loop is ended either way.
      if (mine === turn) letGo();
    }
    if (isStopped || mine !== turn) return;
    timer(times.heartbeat, () => {
      if (!isStopped && mine === turn) void queue(false);
    });
  }

  function watch(): void {
    callOffWatch = timer(times.heartbeat, () => {
      void look().finally(() => {
        if (!isStopped) watch();
      });
    });
  }

  async function look(): Promise<void> {
    if (loop !== null || !isVisible()) return;
    const lease = await readLease(db).catch(() => null);
    // A beat from the future is one of a clock that was set back since.
    if (lease !== null && Math.abs(means.now() - lease.at) > times.silence) await queue(true);
  }

  watch();
  void queue(false);
  return {
    wake: (why) => (loop === null ? tell(why) : loop.wake(why)),
    hear: (why) => loop?.wake(why),
    stop: () => {
      isStopped = true;
      callOffWatch();
      queueing.abort();
      letGo();
    },
  };
}
