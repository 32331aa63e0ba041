import 'fake-indexeddb/auto';
import { enqueue } from '#store/outbox/enqueue.ts';
import { readLease } from '#store/outbox/lease.ts';
import type { SyncState } from '#store/sync/loop-table.ts';
import { startSync, type SyncOptions } from '#store/sync/start.ts';
import { SYNC_TIMING } from '#store/sync/timing.ts';
import type { Store } from '#store/session/store.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { modelServer, type Fault, type ModelServer } from '#tests/store/model-server.ts';
import { tabLocks } from '#tests/store/tab-locks.ts';
import { openDemoStore, openWorld, type World } from '#tests/store/world.ts';
import { soon } from '#tests/support/soon.ts';

// A second of the design is two milliseconds here.
const QUICK = 500;
const quick = Object.fromEntries(Object.entries(SYNC_TIMING).map(([name, ms]) => [name, ms / QUICK])) as typeof SYNC_TIMING;
// A busy machine must not pass for a server that hangs, nor, where nothing else is said, for a frozen tab.
const times = { ...quick, callTimeout: 2000, largeCallTimeout: 2000, watchdog: 1000 };
const draft = { firstName: 'Amber', lastName: 'Demo-Rowan', dateOfBirth: '1950-03-14' };

type Tab = {
  store: Store;
  replay: ReturnType<typeof startSync>;
  states: SyncState[];
  plan: Fault[];
  asked: () => number;
  close: () => void;
  set: (change: { session?: string | null; visible?: boolean; frozen?: boolean }) => void;
};

let world: World;
let server: ModelServer;
let locks: ReturnType<typeof tabLocks>;
let tabs: Tab[];
let name: string;

beforeEach(() => {
  world = openWorld();
  // This test's time is real, and quick.
  const started = Date.now();
  vi.spyOn(world.env, 'now').mockImplementation(() => world.clock.now + Date.now() - started);
  server = modelServer();
  locks = tabLocks();
  tabs = [];
  name = `tabs-${crypto.randomUUID()}`;
});
afterEach(() => {
  for (const { replay, store, close } of tabs) {
    replay.stop();
    close();
    store.db.close();
  }
  vi.restoreAllMocks();
});

/** @param silence - after so long, ms, this tab takes the lock from a silent one @param timer - it looks for work so often, ms */
async function openTab(silence = 600_000, timer = times.timerMin): Promise<Tab> {
  const store = await openDemoStore(world);
  const plan: Fault[] = [];
  const states: SyncState[] = [];
  let asked = 0;
  const page = { session: 'token-1' as string | null, visible: true, frozen: false };
  const channel = new BroadcastChannel(name);
  const network = server.network(() => plan.shift() ?? 'none');
  const replay: SyncOptions = {
    fetch: async (...given) => {
      asked += 1;
      return network(...given);
    },
    root: '/api',
    token: () => page.session,
    isOnline: () => true,
    isSlow: () => false,
    isVisible: () => page.visible,
    // A frozen tab runs no timer, and keeps its lock.
    timer: (ms, run) => {
      const handle = setTimeout(() => page.frozen || run(), ms);
      return () => clearTimeout(handle);
    },
    timing: { ...times, leaderTimeout: silence, timerMin: timer, timerMax: Math.max(timer, times.timerMax) },
    locks,
    channel,
    onState: (state) => states.push(state),
    onFault: (fault) => {
      throw fault;
    },
  };
  const tab: Tab = {
    store,
    replay: startSync(store, replay),
    states,
    plan,
    asked: () => asked,
    set: (change) => Object.assign(page, change),
    close: () => channel.close(),
  };
  tabs.push(tab);
  return tab;
}

const make = (tab: Tab, count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      enqueue(tab.store, { call: 'patientCreate', input: { ...draft, id: world.env.newId() } }),
    ),
  );
const sentAll = (count: number) =>
  soon(async () => {
    expect(await tabs[0]!.store.db.ops.count()).toBe(0);
    expect(server.effects).toHaveLength(count);
  });

test('of three tabs that all wake at once, one sends, and each op reaches the server once', async () => {
  const [one] = [await openTab(), await openTab(), await openTab()];
  await make(one, 50);
  for (const { replay } of tabs) for (const why of ['online', 'focus', 'visible', 'asked'] as const) replay.wake(why);
  await sentAll(50);
  expect(server.arrivals).toHaveLength(50);
  expect(tabs.filter(({ asked }) => asked() > 0)).toHaveLength(1);
});

test('when the tab that sends is closed, another one goes on', async () => {
  const one = await openTab();
  const other = await openTab();
  await make(one, 1);
  one.replay.wake('enqueued');
  await sentAll(1);
  one.replay.stop();
  await make(other, 3);
  await sentAll(4);
  expect(other.asked()).toBe(3);
});

test('a tab that the browser has frozen keeps its lock; a visible one takes it, and the frozen one writes nothing more', async () => {
  const one = await openTab();
  await soon(async () => expect((await readLease(one.store.db))?.epoch).toBe(1));
  one.set({ frozen: true, session: null });
  const other = await openTab(times.leaderTimeout);
  await make(other, 2);
  await sentAll(2);
  expect((await readLease(one.store.db))?.epoch).toBe(2);
  expect(one.asked()).toBe(0);
});

test('what is saved in one tab is sent at once by the one that leads, long before its timer', async () => {
  const one = await openTab(600_000, 600_000);
  await soon(() => expect(one.states.at(-1)?.kind).toBe('quiet'));
  const other = await openTab();
  await make(other, 2);
  other.replay.wake('enqueued');
  await sentAll(2);
  expect([one.asked(), other.asked()]).toEqual([2, 0]);
});

test('a hidden tab takes no lock from a silent one', async () => {
  const one = await openTab();
  await soon(async () => expect((await readLease(one.store.db))?.epoch).toBe(1));
  one.set({ frozen: true });
  const other = await openTab(times.leaderTimeout);
  other.set({ visible: false });
  await new Promise((resolve) => setTimeout(resolve, times.leaderTimeout * 3));
  expect((await readLease(one.store.db))?.epoch).toBe(1);
});

test('the queue heals by itself: lost calls, failing servers and waits end with everything sent once', async () => {
  const tab = await openTab();
  tab.plan.push(
    'lost',
    'lost',
    'lost',
    { status: 500 },
    'answerLost',
    { status: 503, headers: { 'retry-after': '0' } },
    'cutShort',
  );
  await make(tab, 8);
  tab.replay.wake('enqueued');
  await sentAll(8);
  expect(tab.states.map(({ kind }) => kind)).toContain('unreachable');
  await soon(() => expect(tab.states.at(-1)?.kind).toBe('quiet'));
});

test('after a refused session nothing is asked again until somebody has signed in', async () => {
  const tab = await openTab();
  server.tokens.delete('token-1');
  await make(tab, 2);
  tab.replay.wake('asked');
  await soon(() => expect(tab.states.at(-1)?.kind).toBe('signIn'));
  const before = tab.asked();
  for (const why of ['online', 'focus', 'asked'] as const) tab.replay.wake(why);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(tab.asked()).toBe(before);
  server.tokens.add('token-2');
  tab.set({ session: 'token-2' });
  tab.replay.wake('signedIn');
  await sentAll(2);
});

test.each(['refused', 'gone'] as const)('a tab whose session is %s lets another of the same person send', async (end) => {
  const one = await openTab(600_000, 600_000);
  await soon(() => expect(one.states.at(-1)?.kind).toBe('quiet'));
  const other = await openTab(600_000, 600_000);
  server.tokens.add('token-2');
  other.set({ session: 'token-2' });
  server.tokens.delete('token-1');
  if (end === 'gone') one.set({ session: null });
  await make(other, 3);
  other.replay.wake('enqueued');
  await sentAll(3);
  expect(one.states.at(-1)?.kind).toBe('signIn');
  expect((await readLease(one.store.db))?.epoch).toBe(2);
});

test('a tab that is opened with a live session need not wait for the one that has none and leads', async () => {
  const one = await openTab(600_000, 600_000);
  await soon(() => expect(one.states.at(-1)?.kind).toBe('quiet'));
  one.set({ session: null });
  await make(one, 2);
  const other = await openTab(600_000, 600_000);
  await sentAll(2);
  expect([one.asked(), other.asked()]).toEqual([0, 2]);
});

test('a tab with an older build that the server takes no more lets a newer one send, and does not lead again', async () => {
  const one = await openTab(600_000, 600_000);
  await soon(() => expect(one.states.at(-1)?.kind).toBe('quiet'));
  const other = await openTab(600_000, 600_000);
  one.plan.push({ status: 426, body: { message: 'This app is too old. Please update it.', error: 'UPDATE_REQUIRED' } });
  await make(other, 2);
  other.replay.wake('enqueued');
  await sentAll(2);
  expect(one.states.at(-1)?.kind).toBe('update');
  other.replay.stop();
  one.replay.wake('asked');
  await new Promise((resolve) => setTimeout(resolve, times.heartbeat * 5));
  expect((await readLease(one.store.db))?.epoch).toBe(2);
});

test('who signs in again takes part again, and no longer shows that a sign-in is needed while another tab sends', async () => {
  const one = await openTab(600_000, 600_000);
  await soon(() => expect(one.states.at(-1)?.kind).toBe('quiet'));
  const other = await openTab(600_000, 600_000);
  one.set({ session: null });
  await make(other, 1);
  other.replay.wake('enqueued');
  await sentAll(1);
  one.set({ session: 'token-1' });
  one.replay.wake('signedIn');
  expect(one.states.at(-1)?.kind).toBe('quiet');
  other.replay.stop();
  await make(one, 1);
  await soon(async () => expect((await readLease(one.store.db))?.epoch).toBe(3));
  one.replay.wake('enqueued');
  await sentAll(2);
});

test('a single tab without a session asks for a sign-in and rests; a sign-in that nobody tells of is seen at the next look', async () => {
  const tab = await openTab(times.leaderTimeout, 600_000);
  tab.set({ session: null });
  await make(tab, 1);
  tab.replay.wake('enqueued');
  await soon(() => expect(tab.states.at(-1)?.kind).toBe('signIn'));
  const told = tab.states.length;
  await new Promise((resolve) => setTimeout(resolve, times.leaderTimeout * 3));
  expect(tab.states).toHaveLength(told);
  expect((await readLease(tab.store.db))?.epoch).toBe(1);
  tab.set({ session: 'token-1' });
  await sentAll(1);
});

test('on a full tablet a tab becomes the one that sends, and stays it', async () => {
  const put = IDBObjectStore.prototype.put;
  let refusals = 0;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    const isLease = this.name === 'kv' && (given[0] as { k: string }).k === 'lease';
    if (!isLease || refusals % 2 === 1) {
      refusals += isLease ? 1 : 0;
      return put.apply(this, given);
    }
    refusals += 1;
    throw new DOMException('No room', 'QuotaExceededError');
  });
  const tab = await openTab();
  await make(tab, 2);
  tab.replay.wake('enqueued');
  await sentAll(2);
  await soon(() => expect(refusals).toBeGreaterThan(5));
  expect((await readLease(tab.store.db))?.epoch).toBe(1);
});

test('a loop that hangs is started anew by the watchdog', async () => {
  const tab = await openTab();
  let isHung = true;
  const read = tab.store.db.kv.get.bind(tab.store.db.kv);
  vi.spyOn(tab.store.db.kv, 'get').mockImplementation(((key: string) =>
    isHung && key === 'pausedUntil' ? new Promise(() => {}) : read(key)) as typeof read);
  await make(tab, 2);
  tab.replay.wake('enqueued');
  await new Promise((resolve) => setTimeout(resolve, 20));
  isHung = false;
  await sentAll(2);
});
