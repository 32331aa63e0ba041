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

type Parts = {
  readonly sending: Sending;
  readonly onState: (state: SendingState) => void;
  /** Another tab leads now. */
  readonly onDeposed: () => void;
  /** Something went wrong that nobody foresaw; the watchdog tries again. */
  readonly onFault: (fault: unknown) => void;
};

/** Sends whatever waits, again and again, until it is stopped or deposed. */
export function startLoop({ sending, onState, onDeposed, onFault }: Parts): Loop {
  const { store, times, timer, token, isOnline } = sending;
  const { now, random } = store.means;
  let run = new AbortController();
  let isRunning = false;
  let asked: { isEager: boolean } | null = null;
  let silences = 0;
  let quietUntil = 0;
  let refused: string | null = null;
  let isTooOld = false;
  let isStopped = false;
  let lastAttempt = now();
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
        if (isTooOld || now() < quietUntil || (refused !== null && refused === token())) break;
        const onAttempt = () => {
          lastAttempt = now();
          onState({ kind: 'sending' });
        };
        const used = token();
        const end = await drainOnce(sending, { isEager, signal: mine.signal, onAttempt });
        if (mine.signal.aborted) return;
        nextAt = follow(end, used);
      }
    } catch (fault) {
      if (fault instanceof Deposed) {
        stop();
        onDeposed();
      } else if (!isStopped) onFault(fault);
    } finally {
      if (run === mine) {
        isRunning = false;
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
    if (halt?.kind === 'signIn') refused = used;
    else if (answered > 0) refused = null;
    if (halt?.kind === 'update') isTooOld = true;
    onState(halt ?? { kind: 'quiet' });
    if (halt === null) return nextAt;
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
      const mayTry = isOnline() && token() !== null && token() !== refused && !isTooOld && now() >= quietUntil;
      if (!mayTry || Math.abs(now() - lastAttempt) < times.watchdog) return;
      // Whatever the last run hangs in, a new one does not wait for it.
      run.abort();
      run = new AbortController();
      asked ??= { isEager: false };
      void drain(run);
    });
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
