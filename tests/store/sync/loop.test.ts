import 'fake-indexeddb/auto';
import { startSyncLoop, type SyncLoop } from '#store/sync/loop.ts';
import type { SyncLoopEnd, SyncState } from '#store/sync/loop-table.ts';
import { SYNC_TIMING } from '#store/sync/timing.ts';
import { expect, test as base } from 'vitest';
import { createPatient } from '#tests/store/app-calls.ts';
import type { Sender } from '#tests/store/sender-setup.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';
import { soon } from '#tests/support/checks/soon.ts';

type Timer = { readonly ms: number; readonly run: () => void };

/** The sync loop of a leading tab; the test starts it, and runs its timers. */
function createLoop(sender: Sender, clock: { now: number }) {
  let loop: SyncLoop | undefined;
  let timers: Timer[] = [];
  const states: SyncState[] = [];
  const ends: SyncLoopEnd[] = [];
  Object.assign(sender, {
    timer: (ms: number, run: () => void) => {
      const timer = { ms, run };
      timers.push(timer);
      return () => void (timers = timers.filter((each) => each !== timer));
    },
  });
  const start = () => {
    const onFault = (fault: unknown) => expect.unreachable(String(fault));
    // Every back-off is as long as it can be.
    const store = { ...sender.store, env: { ...sender.store.env, random: () => 0.9999 } };
    loop = startSyncLoop({
      context: { ...sender, store },
      onState: (state) => states.push(state),
      onEnd: (end) => ends.push(end),
      onFault,
    });
  };
  const timerOf = (ms: number) => timers.find((timer) => timer.ms === ms);
  const runTimer = (timer: Timer) => {
    timers = timers.filter((each) => each !== timer);
    timer.run();
  };
  // Two other timers run beside it: the watchdog's, and the one that cuts a call.
  const lookTimer = () => timers.find(({ ms }) => ms !== SYNC_TIMING.watchdog && ms !== SYNC_TIMING.callTimeout);
  const rest = () => soon(() => expect(lookTimer()).toBeDefined());
  /** Time goes by until the loop looks again. */
  const later = async () => {
    const timer = lookTimer()!;
    clock.now += timer.ms;
    runTimer(timer);
    await rest();
  };
  const wake: SyncLoop['wake'] = (why) => loop?.wake(why);
  return { start, wake, stop: () => loop?.stop(), states, ends, timers: () => timers, timerOf, runTimer, lookTimer, rest, later };
}

const storeTest = base.extend(storeFixtures);
const test = storeTest.extend('loop', ({ world, sender }, { onCleanup }) => {
  const loop = createLoop(sender, world.clock);
  onCleanup(loop.stop);
  return loop;
});

test('a network that is down is tried again after a back-off that grows, to five minutes and no more', async ({
  store,
  server,
  sender,
  loop,
}) => {
  await createPatient(store);
  sender.plan.push(...Array.from({ length: 12 }, () => 'lost' as const));
  loop.start();
  await loop.rest();
  const waits: number[] = [];
  for (let nth = 0; nth < 11; nth += 1) {
    waits.push(loop.lookTimer()!.ms);
    await loop.later();
  }
  expect(waits.every((ms, at) => at === 0 || ms >= waits[at - 1]!)).toBe(true);
  expect(waits[0]).toBeLessThan(5000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(SYNC_TIMING.backoffMax);
  await loop.later();
  expect(server.effects).toHaveLength(1);
});

test('when the network is back nobody waits for a back-off', async ({ store, server, sender, loop }) => {
  await createPatient(store);
  sender.plan.push('lost', 'lost');
  loop.start();
  await loop.rest();
  await loop.later();
  expect(server.effects).toHaveLength(0);
  loop.wake('online');
  await soon(() => expect(server.effects).toHaveLength(1));
});

test('a server that asks to wait is waited for to the second, whatever wakes the queue, until a person wants to send now', async ({
  store,
  server,
  sender,
  loop,
}) => {
  await createPatient(store);
  sender.plan.push({ status: 503, headers: { 'retry-after': '180' } });
  loop.start();
  await loop.rest();
  expect(loop.lookTimer()?.ms).toBe(180_000);
  for (const why of ['online', 'focus', 'answered'] as const) {
    loop.wake(why);
    await loop.rest();
  }
  expect(loop.states.at(-1)?.kind).toBe('wait');
  expect(server.arrivals).toHaveLength(0);
  await loop.later();
  expect(server.effects).toHaveLength(1);
  await createPatient(store);
  sender.plan.push({ status: 503, headers: { 'retry-after': '180' } });
  loop.wake('online');
  await soon(() => expect(loop.states.at(-1)?.kind).toBe('wait'));
  loop.wake('asked');
  await soon(() => expect(server.effects).toHaveLength(2));
});

test('what takes long over a slow line is not cut by the watchdog, but by its own time', async ({
  world,
  store,
  server,
  sender,
  loop,
}) => {
  await createPatient(store);
  await createPatient(store);
  sender.slow = true;
  sender.plan.push('hangs');
  loop.start();
  const cutTimer = () => loop.timerOf(SYNC_TIMING.largeCallTimeout);
  await soon(() => expect(cutTimer()).toBeDefined());
  const watchdog = () => loop.runTimer(loop.timerOf(SYNC_TIMING.watchdog)!);
  world.clock.now += 110_000;
  watchdog();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(cutTimer()).toBeDefined();
  expect(loop.states.at(-1)?.kind).toBe('sending');
  // Should that fail as well, the watchdog still ends it.
  world.clock.now += 80_000;
  watchdog();
  await soon(() => expect(cutTimer()).toBeUndefined());
  await loop.rest();
  await loop.later();
  await soon(() => expect(server.effects).toHaveLength(2));
});

test('with nothing to do the queue is looked at between every fifteen seconds and every five minutes', async ({ loop }) => {
  loop.start();
  await loop.rest();
  expect(loop.lookTimer()?.ms).toBeGreaterThanOrEqual(SYNC_TIMING.timerMin);
  expect(loop.lookTimer()?.ms).toBeLessThanOrEqual(SYNC_TIMING.timerMax);
});

test('a build that is too old asks no more until it is replaced', async ({ store, server, sender, loop }) => {
  await createPatient(store);
  sender.plan.push({ status: 426, body: { message: 'This app is too old. Please update it.', error: 'UPDATE_REQUIRED' } });
  loop.start();
  await soon(() => expect(loop.states.at(-1)?.kind).toBe('update'));
  expect(loop.ends).toEqual([{ kind: 'update' }]);
  for (const why of ['online', 'asked'] as const) loop.wake(why);
  expect(loop.timers()).toEqual([]);
  expect(server.arrivals).toHaveLength(0);
  expect(await store.db.ops.count()).toBe(1);
});

test('who signs in while the token of before is refused sends on, and the lead is kept', async ({
  store,
  server,
  sender,
  loop,
}) => {
  await createPatient(store);
  server.tokens.delete('token-1');
  server.tokens.add('token-2');
  const { fetch } = sender;
  Object.assign(sender, {
    fetch: async (...args: Parameters<typeof fetch>) => {
      const answer = await fetch(...args);
      sender.session = 'token-2';
      return answer;
    },
  });
  loop.start();
  await soon(() => expect(server.effects).toHaveLength(1));
  await soon(() => expect(loop.states.at(-1)?.kind).toBe('quiet'));
  expect(loop.ends).toEqual([]);
});
