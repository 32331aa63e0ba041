import 'fake-indexeddb/auto';
import { startSyncLoop, type SyncLoop } from '#store/sync/loop.ts';
import type { SyncLoopEnd, SyncState } from '#store/sync/loop-table.ts';
import { SYNC_TIMING } from '#store/sync/timing.ts';
import type { Store } from '#store/session/store.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPatient } from '#tests/store/app-calls.ts';
import { modelServer, type ModelServer } from '#tests/store/model-server.ts';
import { senderOf, type Sender } from '#tests/store/replaying.ts';
import { openDemoStore, openWorld, type World } from '#tests/store/world.ts';
import { soon } from '#tests/support/soon.ts';

const draft = { firstName: 'Amber', lastName: 'Demo-Rowan', dateOfBirth: '1950-03-14' };

let world: World;
let store: Store;
let server: ModelServer;
let sender: Sender;
let loop: SyncLoop;
let states: SyncState[];
let ends: SyncLoopEnd[];
/** the timers that are set, by how long they wait; the test runs them */
let timers: { ms: number; run: () => void }[];

beforeEach(async () => {
  world = openWorld();
  // Every back-off is as long as it can be.
  store = { ...(await openDemoStore(world)), env: { ...world.env, random: () => 0.9999 } };
  server = modelServer();
  sender = await senderOf(store, server);
  timers = [];
  states = [];
  ends = [];
  Object.assign(sender, {
    timer: (ms: number, run: () => void) => {
      const timer = { ms, run };
      timers.push(timer);
      return () => void (timers = timers.filter((each) => each !== timer));
    },
  });
});
afterEach(() => {
  loop.stop();
  store.db.close();
});

const start = () => {
  const onFault = (fault: unknown) => expect.unreachable(String(fault));
  loop = startSyncLoop({ context: sender, onState: (state) => states.push(state), onEnd: (end) => ends.push(end), onFault });
};
// Two other timers run beside it: the watchdog's, and the one that cuts a call.
const lookTimer = () => timers.find(({ ms }) => ms !== SYNC_TIMING.watchdog && ms !== SYNC_TIMING.callTimeout);
const rest = () => soon(() => expect(lookTimer()).toBeDefined());

/** Time goes by until the loop looks again. */
const later = async () => {
  const timer = lookTimer()!;
  world.clock.now += timer.ms;
  timers = timers.filter((each) => each !== timer);
  timer.run();
  await rest();
};

test('a network that is down is tried again after a back-off that grows, to five minutes and no more', async () => {
  await createPatient(store, draft);
  sender.plan.push(...Array.from({ length: 12 }, () => 'lost' as const));
  start();
  await rest();
  const waits: number[] = [];
  for (let nth = 0; nth < 11; nth += 1) {
    waits.push(lookTimer()!.ms);
    await later();
  }
  expect(waits.every((ms, at) => at === 0 || ms >= waits[at - 1]!)).toBe(true);
  expect(waits[0]).toBeLessThan(5000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(SYNC_TIMING.backoffMax);
  await later();
  expect(server.effects).toHaveLength(1);
});

test('when the network is back nobody waits for a back-off', async () => {
  await createPatient(store, draft);
  sender.plan.push('lost', 'lost');
  start();
  await rest();
  await later();
  expect(server.effects).toHaveLength(0);
  loop.wake('online');
  await soon(() => expect(server.effects).toHaveLength(1));
});

test('a server that asks to wait is waited for to the second, whoever wakes the queue', async () => {
  await createPatient(store, draft);
  sender.plan.push({ status: 503, headers: { 'retry-after': '180' } });
  start();
  await rest();
  expect(lookTimer()?.ms).toBe(180_000);
  for (const why of ['online', 'focus', 'asked'] as const) {
    loop.wake(why);
    await rest();
  }
  expect(states.at(-1)?.kind).toBe('wait');
  expect(server.arrivals).toHaveLength(0);
  await later();
  expect(server.effects).toHaveLength(1);
});

test('what takes long over a slow line is not cut by the watchdog, but by its own time', async () => {
  await createPatient(store, draft);
  await createPatient(store, draft);
  sender.slow = true;
  sender.plan.push('hangs');
  start();
  const cutTimer = () => timers.find(({ ms }) => ms === SYNC_TIMING.largeCallTimeout);
  await soon(() => expect(cutTimer()).toBeDefined());
  const watchdog = () => {
    const timer = timers.find(({ ms }) => ms === SYNC_TIMING.watchdog)!;
    timers = timers.filter((each) => each !== timer);
    timer.run();
  };
  world.clock.now += 110_000;
  watchdog();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(cutTimer()).toBeDefined();
  expect(states.at(-1)?.kind).toBe('sending');
  // Should that fail as well, the watchdog still ends it.
  world.clock.now += 80_000;
  watchdog();
  await soon(() => expect(cutTimer()).toBeUndefined());
  await rest();
  await later();
  await soon(() => expect(server.effects).toHaveLength(2));
});

test('with nothing to do the queue is looked at between every fifteen seconds and every five minutes', async () => {
  start();
  await rest();
  expect(lookTimer()?.ms).toBeGreaterThanOrEqual(SYNC_TIMING.timerMin);
  expect(lookTimer()?.ms).toBeLessThanOrEqual(SYNC_TIMING.timerMax);
});

test('a build that is too old asks no more until it is replaced', async () => {
  await createPatient(store, draft);
  sender.plan.push({ status: 426, body: { message: 'This app is too old. Please update it.', error: 'UPDATE_REQUIRED' } });
  start();
  await soon(() => expect(states.at(-1)?.kind).toBe('update'));
  expect(ends).toEqual([{ kind: 'update' }]);
  for (const why of ['online', 'asked'] as const) loop.wake(why);
  expect(timers).toEqual([]);
  expect(server.arrivals).toHaveLength(0);
  expect(await store.db.ops.count()).toBe(1);
});

test('who signs in while the token of before is refused sends on, and the lead is kept', async () => {
  await createPatient(store, draft);
  server.tokens.delete('token-1');
  server.tokens.add('token-2');
  const { fetch } = sender;
  Object.assign(sender, {
    fetch: async (...given: Parameters<typeof fetch>) => {
      const answer = await fetch(...given);
      sender.session = 'token-2';
      return answer;
    },
  });
  start();
  await soon(() => expect(server.effects).toHaveLength(1));
  await soon(() => expect(states.at(-1)?.kind).toBe('quiet'));
  expect(ends).toEqual([]);
});
