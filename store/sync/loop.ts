import { initialLoopState, reduceLoop, type LoopEffect, type LoopEvent } from './loop-table.ts';
import type { SyncLoopEnd, SyncState, WakeReason } from './loop-table.ts';
import { startMachine } from './machine.ts';
import { runPass } from './pass.ts';
import type { SendContext } from './send-context.ts';

export type SyncLoop = { readonly wake: (why: WakeReason) => void; readonly stop: () => void };

type SyncLoopOptions = {
  readonly context: SendContext;
  readonly onState: (state: SyncState) => void;
  /** called once, when the loop has ended by itself; after it the loop writes nothing */
  readonly onEnd: (end: SyncLoopEnd) => void;
  /** called with an unexpected failure; the timer or the watchdog tries again */
  readonly onFault: (fault: unknown) => void;
};

/** Makes passes over the queue until it is stopped or deposed, or cannot send. {@link LOOP_TABLE} decides; this performs the effects. */
export function startSyncLoop({ context, onState, onEnd, onFault }: SyncLoopOptions): SyncLoop {
  const { store, timing, timer, token, isOnline } = context;
  const { now, random } = store.env;
  let controller = new AbortController();
  let cancelTimer = () => {};
  let cancelWatchdog = () => {};

  const dispatch = startMachine<ReturnType<typeof initialLoopState>, LoopEvent, LoopEffect>({
    initial: initialLoopState(now()),
    reduce: (state, event) => reduceLoop(state, event, timing),
    perform: (effect) => {
      if (effect.kind === 'runPass') void pass(effect);
      else if (effect.kind === 'setTimer') setTimer(effect.dueAt);
      else if (effect.kind === 'cancelTimer') cancelTimer();
      else if (effect.kind === 'setWatchdog') setWatchdog();
      else if (effect.kind === 'cancelWatchdog') cancelWatchdog();
      else if (effect.kind === 'report') onState(effect.state);
      else if (effect.kind === 'end') onEnd(effect.end);
      else if (effect.kind === 'fault') onFault(effect.fault);
      else {
        controller.abort();
        controller = new AbortController();
      }
    },
  });
  const wake = (why: WakeReason) => dispatch({ kind: 'woken', why, now: now() });

  async function pass({ run, isImmediate, ends }: Extract<LoopEffect, { kind: 'runPass' }>): Promise<void> {
    const { signal } = controller;
    const used = token();
    const onAttempt = () => dispatch({ kind: 'attempted', run, now: now() });
    try {
      const end = await runPass(context, { isImmediate, ends, signal, onAttempt });
      const isTokenOld = used !== token();
      dispatch({ kind: 'passEnded', run, end, token: used, isTokenOld, now: now(), random: random() });
    } catch (fault) {
      dispatch({ kind: 'passFailed', run, fault });
    }
  }

  function setTimer(dueAt: number): void {
    const jittered = timing.timerMin + random() * (timing.timerMax - timing.timerMin);
    cancelTimer();
    cancelTimer = timer(Math.max(Math.min(jittered, dueAt - now()), 0), () => wake('timer'));
  }

  function setWatchdog(): void {
    cancelWatchdog = timer(timing.watchdog, () => {
      dispatch({ kind: 'watchdogRan', canSend: isOnline() && token() !== null, now: now() });
    });
  }

  dispatch({ kind: 'started' });
  wake('enqueued');
  return { wake, stop: () => dispatch({ kind: 'stopped' }) };
}
