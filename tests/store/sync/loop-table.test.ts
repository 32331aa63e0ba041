import { LeaseLost } from '#store/outbox/lease.ts';
import {
  initialLoopState,
  LOOP_TABLE,
  reduceLoop,
  type LoopEffect,
  type LoopEvent,
  type LoopState,
  type WakeReason,
} from '#store/sync/loop-table.ts';
import type { PassEnd } from '#store/sync/pass.ts';
import type { EndedWaits } from '#store/sync/pause.ts';
import { SYNC_TIMING } from '#store/sync/timing.ts';
import { expect, test } from 'vitest';

const NOW = 1_000_000;
const { watchdog, largeCallTimeout } = SYNC_TIMING;

const woken = (why: WakeReason): LoopEvent => ({ kind: 'woken', why, now: NOW });
const ended = (end: Partial<PassEnd>, change: { run?: number; isTokenOld?: boolean } = {}): LoopEvent => {
  const nothing: PassEnd = { halt: null, tried: 0, answered: 0, nextAt: null };
  const pass = { run: 0, token: 'token-1', isTokenOld: false, now: NOW, random: 0.5, ...change };
  return { kind: 'passEnded', end: { ...nothing, ...end }, ...pass };
};
const failed = (fault: unknown, run = 0): LoopEvent => ({ kind: 'passFailed', run, fault });
const watched = (now: number, canSend = true): LoopEvent => ({ kind: 'watchdogRan', canSend, now });

const runPass = (isImmediate: boolean, run = 0, ends: EndedWaits = 'none'): LoopEffect => ({
  kind: 'runPass',
  run,
  isImmediate,
  ends,
});
const setTimer = (dueAt: number): LoopEffect => ({ kind: 'setTimer', dueAt });
const report = (state: Extract<LoopEffect, { kind: 'report' }>['state']): LoopEffect => ({ kind: 'report', state });
const NEVER = Number.POSITIVE_INFINITY;
const CANCEL: LoopEffect = { kind: 'cancelTimer' };
const STOP: readonly LoopEffect[] = [CANCEL, { kind: 'cancelWatchdog' }, { kind: 'abortRun' }];
const FAULT = new Error('Nobody foresaw this');

type Case = readonly [
  name: string,
  before: Partial<LoopState>,
  event: LoopEvent,
  after: Partial<LoopState>,
  effects: readonly LoopEffect[],
];

const RUNNING = { isRunning: true } as const;
const CASES: readonly Case[] = [
  ['a new loop sets its watchdog', {}, { kind: 'started' }, {}, [{ kind: 'setWatchdog' }]],
  ['a new op begins a pass', {}, woken('enqueued'), { isRunning: true, request: null }, [CANCEL, runPass(false)]],
  [
    'a network that is back ignores back-offs',
    { quietUntil: NOW + 1 },
    woken('online'),
    { quietUntil: 0 },
    [CANCEL, runPass(true)],
  ],
  [
    'a timer begins no pass while the loop is quiet',
    { quietUntil: NOW + 1 },
    woken('timer'),
    { isRunning: false, request: null },
    [CANCEL, setTimer(NEVER)],
  ],
  [
    'a timer begins a pass where the loop would be quiet for longer than the longest wait: the clock was set back',
    { quietUntil: NOW + SYNC_TIMING.waitMax + 1 },
    woken('timer'),
    { isRunning: true, request: null },
    [CANCEL, runPass(false)],
  ],
  [
    'a wake during a run asks for one more pass',
    RUNNING,
    woken('enqueued'),
    { request: { isImmediate: false, ends: 'none' } },
    [],
  ],
  [
    'a request that ignores back-offs stays one',
    { ...RUNNING, request: { isImmediate: true, ends: 'none' } },
    woken('enqueued'),
    { request: { isImmediate: true, ends: 'none' } },
    [],
  ],
  [
    'a person who wants to send now ends any wait',
    { quietUntil: NOW + 1 },
    woken('asked'),
    { quietUntil: 0 },
    [CANCEL, runPass(true, 0, 'all')],
  ],
  [
    'an answer of the server itself ends the wait that a gateway asked for',
    { quietUntil: NOW + 1 },
    woken('answered'),
    { quietUntil: 0 },
    [CANCEL, runPass(true, 0, 'foreign')],
  ],
  [
    'what a person asked for is not taken back by a later wake',
    { ...RUNNING, request: { isImmediate: true, ends: 'all' } },
    woken('answered'),
    { request: { isImmediate: true, ends: 'all' } },
    [],
  ],
  ['a stopped loop wakes no more', { isStopped: true }, woken('asked'), { isRunning: false }, []],
  [
    'an attempt is noted, and shown',
    RUNNING,
    { kind: 'attempted', run: 0, now: NOW },
    { lastAttempt: NOW, isTrying: true },
    [report({ kind: 'sending' })],
  ],
  [
    'an attempt of a run that was given up says nothing',
    { run: 1 },
    { kind: 'attempted', run: 0, now: NOW },
    { lastAttempt: 0, isTrying: false },
    [],
  ],
  [
    'with nothing due the loop waits for the next op',
    RUNNING,
    ended({ nextAt: NOW + 9 }),
    { isRunning: false, nextAt: NOW + 9 },
    [report({ kind: 'quiet' }), setTimer(NOW + 9)],
  ],
  [
    'after an answer the next pass follows',
    RUNNING,
    ended({ tried: 1, answered: 1 }),
    { isRunning: true },
    [report({ kind: 'quiet' }), runPass(false)],
  ],
  [
    'the first answer after silences ends all back-offs',
    { ...RUNNING, silences: 2 },
    ended({ tried: 1, answered: 1 }),
    { silences: 0 },
    [report({ kind: 'quiet' }), runPass(true)],
  ],
  [
    'an attempt without an answer is followed by a pass as well',
    { ...RUNNING, silences: 2 },
    ended({ tried: 1 }),
    { silences: 2 },
    [report({ kind: 'quiet' }), runPass(false)],
  ],
  [
    'an unreachable server is waited for',
    RUNNING,
    ended({ tried: 3, halt: { kind: 'unreachable' } }),
    { silences: 1, quietUntil: NOW + 1000, nextAt: NOW + 1000 },
    [report({ kind: 'unreachable' }), setTimer(NOW + 1000)],
  ],
  [
    '… and longer after each silence',
    { ...RUNNING, silences: 1 },
    ended({ halt: { kind: 'portal' } }),
    { silences: 2, quietUntil: NOW + 2000 },
    [report({ kind: 'portal' }), setTimer(NOW + 2000)],
  ],
  [
    'an answer before the silence begins the back-off anew',
    { ...RUNNING, silences: 5 },
    ended({ answered: 1, halt: { kind: 'unreachable' } }),
    { silences: 1, request: null },
    [report({ kind: 'unreachable' }), setTimer(NOW + 1000)],
  ],
  [
    'a server that asks to wait is obeyed',
    RUNNING,
    ended({ halt: { kind: 'wait', until: NOW + 7, isOurs: true } }),
    { quietUntil: NOW + 7 },
    [report({ kind: 'wait', until: NOW + 7, isOurs: true }), setTimer(NOW + 7)],
  ],
  [
    '… also by a pass that was asked for meanwhile',
    { ...RUNNING, request: { isImmediate: true, ends: 'none' } },
    ended({ halt: { kind: 'wait', until: NOW + 7, isOurs: true } }),
    { isRunning: false, request: null },
    [report({ kind: 'wait', until: NOW + 7, isOurs: true }), setTimer(NOW + 7)],
  ],
  [
    'a refused token ends the loop',
    RUNNING,
    ended({ halt: { kind: 'signIn' } }),
    { isStopped: true },
    [report({ kind: 'signIn' }), ...STOP, { kind: 'end', end: { kind: 'signIn', token: 'token-1' } }],
  ],
  [
    'a refused token that was replaced meanwhile does not',
    RUNNING,
    ended({ answered: 1, halt: { kind: 'signIn' } }, { isTokenOld: true }),
    { isStopped: false },
    [report({ kind: 'signIn' }), runPass(false)],
  ],
  [
    'a build that is too old ends the loop',
    RUNNING,
    ended({ halt: { kind: 'update' } }),
    { isStopped: true },
    [report({ kind: 'update' }), ...STOP, { kind: 'end', end: { kind: 'update' } }],
  ],
  [
    'the end of a run that was given up says nothing',
    { ...RUNNING, run: 1 },
    ended({ halt: { kind: 'update' } }),
    { isStopped: false },
    [],
  ],
  ['the end of a pass says nothing to a stopped loop', { isStopped: true }, ended({ halt: { kind: 'update' } }), {}, []],
  [
    'a tab that was replaced as the leader ends its loop',
    RUNNING,
    failed(new LeaseLost()),
    { isStopped: true },
    [...STOP, { kind: 'end', end: { kind: 'deposed' } }],
  ],
  [
    '… also by a run that was given up',
    { ...RUNNING, run: 1 },
    failed(new LeaseLost()),
    { isStopped: true },
    [...STOP, { kind: 'end', end: { kind: 'deposed' } }],
  ],
  [
    'an unexpected failure ends the run, and the timer tries again',
    { ...RUNNING, isTrying: true, nextAt: NOW + 9 },
    failed(FAULT),
    { isRunning: false, isTrying: false },
    [{ kind: 'fault', fault: FAULT }, setTimer(NOW + 9)],
  ],
  [
    'the failure of a run that was given up leaves the present one alone',
    { ...RUNNING, run: 1 },
    failed(FAULT),
    { isRunning: true },
    [{ kind: 'fault', fault: FAULT }],
  ],
  ['a failure says nothing to a stopped loop', { isStopped: true }, failed(FAULT), {}, []],
  [
    'the watchdog starts a run that hangs anew',
    { ...RUNNING, nextAt: 5 },
    watched(watchdog),
    { run: 1, isRunning: true, nextAt: null },
    [{ kind: 'setWatchdog' }, { kind: 'abortRun' }, CANCEL, runPass(false, 1)],
  ],
  [
    'the watchdog keeps what was asked for',
    { ...RUNNING, request: { isImmediate: true, ends: 'none' } },
    watched(watchdog),
    { run: 1 },
    [{ kind: 'setWatchdog' }, { kind: 'abortRun' }, CANCEL, runPass(true, 1)],
  ],
  [
    'the watchdog leaves a call its own time',
    { ...RUNNING, isTrying: true },
    watched(watchdog + largeCallTimeout - 1),
    { run: 0 },
    [{ kind: 'setWatchdog' }],
  ],
  [
    '… and no more',
    { ...RUNNING, isTrying: true },
    watched(watchdog + largeCallTimeout),
    { run: 1 },
    [{ kind: 'setWatchdog' }, { kind: 'abortRun' }, CANCEL, runPass(false, 1)],
  ],
  ['the watchdog waits for a network and a token', RUNNING, watched(watchdog, false), { run: 0 }, [{ kind: 'setWatchdog' }]],
  [
    'the watchdog starts nothing while the loop is quiet',
    { ...RUNNING, quietUntil: watchdog + 1 },
    watched(watchdog),
    { run: 0 },
    [{ kind: 'setWatchdog' }],
  ],
  [
    'a clock that was set back wakes the watchdog as well',
    { ...RUNNING, lastAttempt: 2 * watchdog },
    watched(watchdog),
    { run: 1 },
    [{ kind: 'setWatchdog' }, { kind: 'abortRun' }, CANCEL, runPass(false, 1)],
  ],
  ['a stopped loop has no watchdog', { isStopped: true }, watched(watchdog), {}, []],
  ['a loop that is stopped cuts its calls', RUNNING, { kind: 'stopped' }, { isStopped: true, isRunning: false }, STOP],
  ['a loop is stopped once', { isStopped: true }, { kind: 'stopped' }, {}, []],
];

test.each(CASES)('%s', (_, before, event, after, effects) => {
  const state: LoopState = { ...initialLoopState(0), ...before };
  const step = reduceLoop(state, event, SYNC_TIMING);
  expect(step.state).toEqual({ ...step.state, ...after });
  expect(step.effects).toEqual(effects);
});

test('every row of the table is met by a case above', () => {
  const met = new Set<string>(CASES.map(([, , { kind }]) => kind));
  expect(Object.keys(LOOP_TABLE).filter((kind) => !met.has(kind))).toEqual([]);
});
