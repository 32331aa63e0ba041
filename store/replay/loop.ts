import { Deposed } from './lease.ts';
import { drainOnce, type PassEnd } from './pass.ts';
import type { Sending } from './sending.ts';
import { backOff } from './times.ts';

/** What the queue is doing; `quiet` when nothing may be sent now. `until` is epoch ms. */
export type SendingState =
  | { readonly kind: 'quiet' | 'sending' | 'unreachable' | 'portal' | 'signIn' | 'update' }
  | { readonly kind: 'wait'; readonly until: number };

/** Why the loop looks again. All but the first three do not wait for back-offs. */
export type Wake = 'enqueued' | 'timer' | 'answered' | 'online' | 'visible' | 'focus' | 'poked' | 'signedIn' | 'asked';
const PATIENT: readonly Wake[] = ['enqueued', 'timer', 'answered'];

export type Loop = { readonly wake: (why: Wake) => void; readonly stop: () => void };

/** What keeps this tab from sending, whatever the network does: the server refused its token, or it has none; its build is too old. */
export type Bar = { readonly kind: 'signIn'; readonly token: string | null } | { readonly kind: 'update' };

/** Why a loop ended by itself: another tab leads now, or this one cannot send and may as well let another lead. */
export type LoopEnd = { readonly kind: 'deposed' } | Bar;

type Parts = {
  readonly sending: Sending;
  readonly onState: (state: SendingState) => void;
  /** Told once, when the loop has ended by itself; nothing of it writes any more. */
  readonly onEnd: (end: LoopEnd) => void;
  /** Something went wrong that nobody foresaw; the watchdog tries again. */
  readonly onFault: (fault: unknown) => void;
};

/** Sends whatever waits, again and again, until it is stopped or deposed, or cannot send. */
export function startLoop({ sending, onState, onEnd, onFault }: Parts): Loop {
  const { store, times, timer, token, isOnline } = sending;
  const { now, random } = store.means;
  let run = new AbortController();
  let isRunning = false;
  let asked: { isEager: boolean } | null = null;
  let silences = 0;
  let quietUntil = 0;
  let isStopped = false;
  let lastAttempt = now();
  let isTrying = false;
  let callOffTimer = () => {};
  let callOffWatch = () => {};

  const wake = (why: Wake) => {
    const isEager = !PATIENT.includes(why);
    if (isEager) quietUntil = 0;
    asked = { isEager: isEager || asked?.isEager === true };
    if (!isRunning && !isStopped) void drain(run);
  };

  /** @param mine - called off by the watchdog: a run that was given up does nothing more */
  async function drain(mine: AbortController): Promise<void> {
    isRunning = true;
    callOffTimer();
    let nextAt: number | null = null;
    try {
      while (asked !== null && !mine.signal.aborted) {
        const { isEager } = asked;
        asked = null;
        if (now() < quietUntil) break;
        isTrying = false;
        const onAttempt = () => {
          if (run !== mine) return;
          lastAttempt = now();
          isTrying = true;
          onState({ kind: 'sending' });
        };
        const used = token();
        const end = await drainOnce(sending, { isEager, signal: mine.signal, onAttempt });
        if (mine.signal.aborted) return;
        nextAt = follow(end, used);
      }
    } catch (fault) {
      if (fault instanceof Deposed) end({ kind: 'deposed' });
      else if (!isStopped) onFault(fault);
    } finally {
      if (run === mine) {
        isRunning = false;
        isTrying = false;
        if (!isStopped) setTimer(nextAt);
      }
    }
  }

  /** @returns when to look again, epoch ms, null when no time is known */
  function follow({ halt, tried, answered, nextAt }: PassEnd, used: string | null): number | null {
    // A good answer shows that the network is back: what only waited for it goes at once.
    if (answered > 0) {
      if (halt === null) asked ??= { isEager: silences > 0 };
      silences = 0;
    } else if (tried > 0 && halt === null) asked ??= { isEager: false };
    if (halt?.kind === 'unreachable' || halt?.kind === 'portal') {
      silences += 1;
      quietUntil = now() + backOff(silences, random, times);
    }
    if (halt?.kind === 'wait') quietUntil = Math.max(quietUntil, halt.until);
    // Somebody may have signed in while the token of before was refused.
    const isOldToken = halt?.kind === 'signIn' && used !== token();
    if (isOldToken) asked ??= { isEager: false };
    onState(halt ?? { kind: 'quiet' });
    if (halt === null) return nextAt;
    if (halt.kind === 'update') end({ kind: 'update' });
    else if (halt.kind === 'signIn' && !isOldToken) end({ kind: 'signIn', token: used });
    return halt.kind === 'signIn' || halt.kind === 'update' ? null : quietUntil;
  }

  function setTimer(nextAt: number | null): void {
    const jittered = times.timerLeast + random() * (times.timerMost - times.timerLeast);
    const ripe = Math.max(nextAt ?? Number.POSITIVE_INFINITY, quietUntil) - now();
    callOffTimer();
    callOffTimer = timer(Math.max(Math.min(jittered, ripe), 0), () => wake('timer'));
  }

  function watch(): void {
    callOffWatch = timer(times.watchdog, () => {
      if (isStopped) return;
      watch();
      const mayTry = isOnline() && token() !== null && now() >= quietUntil;
      // A call that is under way is cut by its own time, which on a slow line it may need.
      const patience = times.watchdog + (isTrying ? times.blobTimeout : 0);
      if (!mayTry || Math.abs(now() - lastAttempt) < patience) return;
      // Whatever the last run hangs in, a new one does not wait for it.
      run.abort();
      run = new AbortController();
      asked ??= { isEager: false };
      void drain(run);
    });
  }

  function end(why: LoopEnd): void {
    if (isStopped) return;
    stop();
    onEnd(why);
  }

  function stop(): void {
    isStopped = true;
    callOffTimer();
    callOffWatch();
    run.abort();
  }

  watch();
  wake('enqueued');
  return { wake, stop };
}
