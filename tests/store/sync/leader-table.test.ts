import {
  INITIAL_LEADER_STATE,
  LEADER_TABLE,
  reduceLeader,
  type LeaderEffect,
  type LeaderEvent,
  type LeaderState,
} from '#store/sync/leader-table.ts';
import { expect, test } from 'vitest';

const NOW = 1_000_000;
const TIMING = { leaderTimeout: 30_000 };

const requestLock = (turn: number, steal = false): LeaderEffect => ({ kind: 'requestLock', turn, steal });
const broadcast: LeaderEffect = { kind: 'broadcast', why: 'asked' };
const TIMER: LeaderEffect = { kind: 'setTimer' };
const QUIET: LeaderEffect = { kind: 'reportQuiet' };
const stepDown = (turn: number): LeaderEffect[] => [{ kind: 'stopLoop' }, { kind: 'releaseLock', turn }];
const woken = (token: string | null): LeaderEvent => ({ kind: 'woken', why: 'asked', token });
const ranTimer = (isVisible: boolean, token: string | null = 'token-1'): LeaderEvent => ({ kind: 'timerRan', isVisible, token });
const readLease = (at: number | null): LeaderEvent => ({
  kind: 'leaseRead',
  lease: at === null ? null : { epoch: 1, at },
  now: NOW,
});

const WAITING = { turn: 1, lock: 'waiting' } as const;
const HELD = { turn: 1, lock: 'held' } as const;
const LEADING = { ...HELD, isLeading: true } as const;
const REFUSED = { kind: 'signIn', token: 'token-1' } as const;
const OUT = { turn: 1, lock: 'none', barrier: REFUSED } as const;

type Case = readonly [
  name: string,
  before: Partial<LeaderState>,
  event: LeaderEvent,
  after: Partial<LeaderState>,
  effects: readonly LeaderEffect[],
];

const CASES: readonly Case[] = [
  [
    'a tab that joins waits for the lock, and wakes the leader',
    {},
    { kind: 'joined' },
    WAITING,
    [TIMER, requestLock(1), { kind: 'broadcast', why: 'enqueued' }],
  ],
  ['the leader wakes its own loop', LEADING, woken('token-1'), LEADING, [{ kind: 'wakeLoop', why: 'asked' }]],
  ['another tab passes a wake on', WAITING, woken('token-1'), { pendingWake: null }, [broadcast]],
  ['a tab whose token is refused stays out', OUT, woken('token-1'), { lock: 'none', pendingWake: null }, [broadcast]],
  ['a tab without a token stays out', OUT, woken(null), { lock: 'none' }, [broadcast]],
  ['a tab with an old build stays out', { ...OUT, barrier: { kind: 'update' } }, woken('token-2'), { lock: 'none' }, [broadcast]],
  [
    'a new token brings a tab back, with its wake',
    OUT,
    woken('token-2'),
    { turn: 2, lock: 'waiting', barrier: null, pendingWake: 'asked' },
    [broadcast, QUIET, requestLock(2)],
  ],
  [
    'a tab whose lock is not released yet does not ask for it again',
    { ...OUT, lock: 'held' },
    woken('token-2'),
    { turn: 1, lock: 'held', pendingWake: 'asked' },
    [broadcast],
  ],
  [
    'the leader heeds a broadcast',
    LEADING,
    { kind: 'broadcastReceived', why: 'enqueued' },
    LEADING,
    [{ kind: 'wakeLoop', why: 'enqueued' }],
  ],
  ['nobody else does', WAITING, { kind: 'broadcastReceived', why: 'enqueued' }, WAITING, []],
  [
    'a tab with the lock acquires the lease',
    WAITING,
    { kind: 'lockGranted', turn: 1 },
    HELD,
    [{ kind: 'acquireLease', turn: 1 }],
  ],
  [
    'a lock of an earlier request is released',
    { turn: 2, lock: 'stealing' },
    { kind: 'lockGranted', turn: 1 },
    { lock: 'stealing' },
    [{ kind: 'releaseLock', turn: 1 }],
  ],
  [
    'a lock that comes after the end is released',
    { ...WAITING, isStopped: true },
    { kind: 'lockGranted', turn: 1 },
    {},
    [{ kind: 'releaseLock', turn: 1 }],
  ],
  [
    'a tab with the lease leads',
    HELD,
    { kind: 'leaseAcquired', turn: 1, epoch: 4 },
    LEADING,
    [
      { kind: 'setHeartbeat', turn: 1, epoch: 4 },
      { kind: 'startLoop', turn: 1, epoch: 4 },
    ],
  ],
  [
    '… and begins with the wake that brought it back',
    { ...HELD, pendingWake: 'asked' },
    { kind: 'leaseAcquired', turn: 1, epoch: 4 },
    { isLeading: true, pendingWake: null },
    [
      { kind: 'setHeartbeat', turn: 1, epoch: 4 },
      { kind: 'startLoop', turn: 1, epoch: 4 },
      { kind: 'wakeLoop', why: 'asked' },
    ],
  ],
  [
    'a lease whose lock was stolen meanwhile starts nothing',
    { turn: 1, lock: 'none' },
    { kind: 'leaseAcquired', turn: 1, epoch: 4 },
    { isLeading: false },
    [{ kind: 'releaseLock', turn: 1 }],
  ],
  [
    'a lease that comes after the end starts nothing',
    { ...HELD, isStopped: true },
    { kind: 'leaseAcquired', turn: 1, epoch: 4 },
    { isLeading: false },
    [{ kind: 'releaseLock', turn: 1 }],
  ],
  [
    'a heartbeat is followed by the next',
    LEADING,
    { kind: 'leaseRenewed', turn: 1, epoch: 4 },
    LEADING,
    [{ kind: 'setHeartbeat', turn: 1, epoch: 4 }],
  ],
  ['the heartbeat ends with the leadership', HELD, { kind: 'leaseRenewed', turn: 1, epoch: 4 }, HELD, []],
  ['a leader without its lease steps down', LEADING, { kind: 'leaseFailed', turn: 1 }, HELD, stepDown(1)],
  [
    'a failed heartbeat of an earlier turn says nothing',
    { ...LEADING, turn: 2 },
    { kind: 'leaseFailed', turn: 1 },
    { isLeading: true },
    [],
  ],
  ['a stolen lock ends the leadership', LEADING, { kind: 'lockEnded', turn: 1 }, { lock: 'none', isLeading: false }, stepDown(1)],
  ['a released lock is none', HELD, { kind: 'lockEnded', turn: 1 }, { lock: 'none' }, []],
  [
    'the end of an earlier request says nothing',
    { turn: 2, lock: 'stealing' },
    { kind: 'lockEnded', turn: 1 },
    { lock: 'stealing' },
    [],
  ],
  [
    'a leader that cannot send lets another lead',
    LEADING,
    { kind: 'loopEnded', turn: 1, end: REFUSED },
    { isLeading: false, barrier: REFUSED },
    stepDown(1),
  ],
  [
    'a deposed leader may lead again',
    LEADING,
    { kind: 'loopEnded', turn: 1, end: { kind: 'deposed' } },
    { isLeading: false, barrier: null },
    stepDown(1),
  ],
  ['a loop that has ended already says nothing', HELD, { kind: 'loopEnded', turn: 1, end: REFUSED }, { barrier: null }, []],
  [
    'a tab whose lock was stolen asks for it again',
    { turn: 1, lock: 'none' },
    ranTimer(false),
    { turn: 2, lock: 'waiting' },
    [requestLock(2), TIMER],
  ],
  [
    'a sign-in that nobody told of is seen',
    OUT,
    ranTimer(false, 'token-2'),
    { lock: 'waiting', barrier: null },
    [QUIET, requestLock(2), TIMER],
  ],
  ['without one nothing is asked for', OUT, ranTimer(true), { lock: 'none', barrier: REFUSED }, [TIMER]],
  ['a visible tab that waits looks at the leader', WAITING, ranTimer(true), WAITING, [{ kind: 'readLease' }]],
  ['a hidden one does not', WAITING, ranTimer(false), WAITING, [TIMER]],
  ['a tab with the lock does not either', HELD, ranTimer(true), HELD, [TIMER]],
  ['the timer ends with the tab', { ...WAITING, isStopped: true }, ranTimer(true), {}, []],
  [
    'a silent leader loses its lock',
    WAITING,
    readLease(NOW - 30_001),
    { turn: 2, lock: 'stealing' },
    [requestLock(2, true), TIMER],
  ],
  [
    'a heartbeat far in the future is a silent one',
    WAITING,
    readLease(NOW + 30_001),
    { turn: 2, lock: 'stealing' },
    [requestLock(2, true), TIMER],
  ],
  ['a leader that lives keeps its lock', WAITING, readLease(NOW - 30_000), WAITING, [TIMER]],
  ['before the first lease nothing is stolen', WAITING, readLease(null), WAITING, [TIMER]],
  ['a lock that was granted meanwhile is not stolen', HELD, readLease(0), HELD, [TIMER]],
  ['a tab that left steals nothing', { ...WAITING, isStopped: true }, readLease(0), { turn: 1 }, []],
  [
    'a leader that leaves releases the lock',
    LEADING,
    { kind: 'left' },
    { isStopped: true, isLeading: false },
    [{ kind: 'leave' }, ...stepDown(1)],
  ],
  ['a tab that leaves waits no more', WAITING, { kind: 'left' }, { isStopped: true }, [{ kind: 'leave' }]],
];

test.each(CASES)('%s', (_, before, event, after, effects) => {
  const step = reduceLeader({ ...INITIAL_LEADER_STATE, ...before }, event, TIMING);
  expect(step.state).toEqual({ ...step.state, ...after });
  expect(step.effects).toEqual(effects);
});

test('every row of the table is met by a case above', () => {
  const met = new Set<string>(CASES.map(([, , { kind }]) => kind));
  expect(Object.keys(LEADER_TABLE).filter((kind) => !met.has(kind))).toEqual([]);
});
