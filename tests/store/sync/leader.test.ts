import 'fake-indexeddb/auto';
import { readLease } from '#store/outbox/lease.ts';
import type { SyncState } from '#store/sync/loop-table.ts';
import { startSync, type SyncOptions } from '#store/sync/start.ts';
import { SYNC_TIMING } from '#store/sync/timing.ts';
import type { Store } from '#store/session/store.ts';
import { expect, test as base, vi } from 'vitest';
import { createPatient } from '#tests/store/app-calls.ts';
import type { Fault, ModelServer } from '#tests/store/model-server.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';
import { tabLocks } from '#tests/store/tab-locks.ts';
import { openDemoStore, type World } from '#tests/store/world.ts';
import { soon } from '#tests/support/checks/soon.ts';

// A second of the design is two milliseconds here.
const QUICK = 500;
const quick = Object.fromEntries(Object.entries(SYNC_TIMING).map(([name, ms]) => [name, ms / QUICK])) as typeof SYNC_TIMING;
// A busy machine must not pass for a server that hangs, nor, where nothing else is said, for a frozen tab.
const times = { ...quick, callTimeout: 2000, largeCallTimeout: 2000, watchdog: 1000 };

type Tab = {
  store: Store;
  sync: ReturnType<typeof startSync>;
  states: SyncState[];
  plan: Fault[];
  requestCount: () => number;
  close: () => void;
  set: (change: { session?: string | null; visible?: boolean; frozen?: boolean }) => void;
};

/** The tabs of one browser, which share a device, its locks and a channel. Their time is real, and quick. */
function openBrowser({ clock, ...world }: World, server: ModelServer) {
  const started = Date.now();
  const env = { ...world.env, now: () => clock.now + Date.now() - started };
  const locks = tabLocks();
  const tabs: Tab[] = [];
  const name = `tabs-${crypto.randomUUID()}`;

  /** @param silence - after so long, ms, this tab takes the lock from a silent one @param timer - it looks for work so often, ms */
  async function openTab(silence = 600_000, timer = times.timerMin): Promise<Tab> {
    const store = await openDemoStore({ ...world, clock, env });
    const plan: Fault[] = [];
    const states: SyncState[] = [];
    let requests = 0;
    const page = { session: 'token-1' as string | null, visible: true, frozen: false };
    const channel = new BroadcastChannel(name);
    const network = server.network(() => plan.shift() ?? 'none');
    const options: SyncOptions = {
      fetch: async (...args) => {
        requests += 1;
        return network(...args);
      },
      root: '/api',
      token: () => page.session,
      isOnline: () => true,
      ping: async () => 'here',
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
      sync: startSync(store, options),
      states,
      plan,
      requestCount: () => requests,
      set: (change) => Object.assign(page, change),
      close: () => channel.close(),
    };
    tabs.push(tab);
    return tab;
  }

  const allSent = (count: number) =>
    soon(async () => {
      expect(await tabs[0]!.store.db.ops.count()).toBe(0);
      expect(server.effects).toHaveLength(count);
    });
  const close = () => {
    for (const { sync, store, close: closeChannel } of tabs) {
      sync.stop();
      closeChannel();
      store.db.close();
    }
  };
  return { tabs, openTab, allSent, close };
}

const createPatients = ({ store }: Tab, count: number) => Promise.all(Array.from({ length: count }, () => createPatient(store)));

const storeTest = base.extend(storeFixtures);
const test = storeTest.extend('browser', ({ world, server }, { onCleanup }) => {
  const browser = openBrowser(world, server);
  onCleanup(browser.close);
  return browser;
});

test('of three tabs that all wake at once, one sends, and each op reaches the server once', async ({ server, browser }) => {
  const [one] = [await browser.openTab(), await browser.openTab(), await browser.openTab()];
  await createPatients(one, 50);
  for (const { sync } of browser.tabs) for (const why of ['online', 'focus', 'visible', 'asked'] as const) sync.wake(why);
  await browser.allSent(50);
  expect(server.arrivals).toHaveLength(50);
  expect(browser.tabs.filter(({ requestCount }) => requestCount() > 0)).toHaveLength(1);
});

test('an item that a former version had parked by mistake goes once the app is opened anew', async ({ server, browser }) => {
  const one = await browser.openTab();
  server.refuseWith(() => server.failure(422, 'IDEMPOTENCY_KEY_REUSED'));
  await createPatients(one, 1);
  one.sync.wake('enqueued');
  await soon(async () => expect((await one.store.db.ops.toArray()).map(({ state }) => state)).toEqual(['review']));
  one.sync.stop();
  server.refuseWith(() => undefined);
  await browser.openTab();
  await browser.allSent(1);
});

test('when the tab that sends is closed, another one goes on', async ({ browser }) => {
  const one = await browser.openTab();
  const other = await browser.openTab();
  await createPatients(one, 1);
  one.sync.wake('enqueued');
  await browser.allSent(1);
  one.sync.stop();
  await createPatients(other, 3);
  await browser.allSent(4);
  expect(other.requestCount()).toBe(3);
});

test('a tab that the browser has frozen keeps its lock; a visible one takes it, and the frozen one writes nothing more', async ({
  browser,
}) => {
  const one = await browser.openTab();
  await soon(async () => expect((await readLease(one.store.db))?.epoch).toBe(1));
  one.set({ frozen: true, session: null });
  const other = await browser.openTab(times.leaderTimeout);
  await createPatients(other, 2);
  await browser.allSent(2);
  expect((await readLease(one.store.db))?.epoch).toBe(2);
  expect(one.requestCount()).toBe(0);
});

test('what is saved in one tab is sent at once by the one that leads, long before its timer', async ({ browser }) => {
  const one = await browser.openTab(600_000, 600_000);
  await soon(() => expect(one.states.at(-1)?.kind).toBe('quiet'));
  const other = await browser.openTab();
  await createPatients(other, 2);
  other.sync.wake('enqueued');
  await browser.allSent(2);
  expect([one.requestCount(), other.requestCount()]).toEqual([2, 0]);
});

test('a hidden tab takes no lock from a silent one', async ({ browser }) => {
  const one = await browser.openTab();
  await soon(async () => expect((await readLease(one.store.db))?.epoch).toBe(1));
  one.set({ frozen: true });
  const other = await browser.openTab(times.leaderTimeout);
  other.set({ visible: false });
  await new Promise((resolve) => setTimeout(resolve, times.leaderTimeout * 3));
  expect((await readLease(one.store.db))?.epoch).toBe(1);
});

test('the queue heals by itself: lost calls, failing servers and waits end with everything sent once', async ({ browser }) => {
  const tab = await browser.openTab();
  tab.plan.push(
    'lost',
    'lost',
    'lost',
    { status: 500 },
    'answerLost',
    { status: 503, headers: { 'retry-after': '0' } },
    'cutShort',
  );
  await createPatients(tab, 8);
  tab.sync.wake('enqueued');
  await browser.allSent(8);
  expect(tab.states.map(({ kind }) => kind)).toContain('unreachable');
  await soon(() => expect(tab.states.at(-1)?.kind).toBe('quiet'));
});

test('after a refused session nothing is asked again until somebody has signed in', async ({ server, browser }) => {
  const tab = await browser.openTab();
  server.tokens.delete('token-1');
  await createPatients(tab, 2);
  tab.sync.wake('asked');
  await soon(() => expect(tab.states.at(-1)?.kind).toBe('signIn'));
  const before = tab.requestCount();
  for (const why of ['online', 'focus', 'asked'] as const) tab.sync.wake(why);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(tab.requestCount()).toBe(before);
  server.tokens.add('token-2');
  tab.set({ session: 'token-2' });
  tab.sync.wake('signedIn');
  await browser.allSent(2);
});

test.for(['refused', 'gone'] as const)(
  'a tab whose session is %s lets another of the same person send',
  async (end, { server, browser }) => {
    const one = await browser.openTab(600_000, 600_000);
    await soon(() => expect(one.states.at(-1)?.kind).toBe('quiet'));
    const other = await browser.openTab(600_000, 600_000);
    server.tokens.add('token-2');
    other.set({ session: 'token-2' });
    server.tokens.delete('token-1');
    if (end === 'gone') one.set({ session: null });
    await createPatients(other, 3);
    other.sync.wake('enqueued');
    await browser.allSent(3);
    expect(one.states.at(-1)?.kind).toBe('signIn');
    expect((await readLease(one.store.db))?.epoch).toBe(2);
  },
);

test('a tab that is opened with a live session need not wait for the one that has none and leads', async ({ browser }) => {
  const one = await browser.openTab(600_000, 600_000);
  await soon(() => expect(one.states.at(-1)?.kind).toBe('quiet'));
  one.set({ session: null });
  await createPatients(one, 2);
  const other = await browser.openTab(600_000, 600_000);
  await browser.allSent(2);
  expect([one.requestCount(), other.requestCount()]).toEqual([0, 2]);
});

test('a tab with an older build that the server takes no more lets a newer one send, and does not lead again', async ({
  browser,
}) => {
  const one = await browser.openTab(600_000, 600_000);
  await soon(() => expect(one.states.at(-1)?.kind).toBe('quiet'));
  const other = await browser.openTab(600_000, 600_000);
  one.plan.push({ status: 426, body: { message: 'This app is too old. Please update it.', error: 'UPDATE_REQUIRED' } });
  await createPatients(other, 2);
  other.sync.wake('enqueued');
  await browser.allSent(2);
  expect(one.states.at(-1)?.kind).toBe('update');
  other.sync.stop();
  one.sync.wake('asked');
  await new Promise((resolve) => setTimeout(resolve, times.heartbeat * 5));
  expect((await readLease(one.store.db))?.epoch).toBe(2);
});

test('who signs in again takes part again, and no longer shows that a sign-in is needed while another tab sends', async ({
  browser,
}) => {
  const one = await browser.openTab(600_000, 600_000);
  await soon(() => expect(one.states.at(-1)?.kind).toBe('quiet'));
  const other = await browser.openTab(600_000, 600_000);
  one.set({ session: null });
  await createPatients(other, 1);
  other.sync.wake('enqueued');
  await browser.allSent(1);
  one.set({ session: 'token-1' });
  one.sync.wake('signedIn');
  expect(one.states.at(-1)?.kind).toBe('quiet');
  other.sync.stop();
  await createPatients(one, 1);
  await soon(async () => expect((await readLease(one.store.db))?.epoch).toBe(3));
  one.sync.wake('enqueued');
  await browser.allSent(2);
});

test('a single tab without a session asks for a sign-in and rests; a sign-in that nobody tells of is seen at the next look', async ({
  browser,
}) => {
  const tab = await browser.openTab(times.leaderTimeout, 600_000);
  tab.set({ session: null });
  await createPatients(tab, 1);
  tab.sync.wake('enqueued');
  await soon(() => expect(tab.states.at(-1)?.kind).toBe('signIn'));
  const reported = tab.states.length;
  await new Promise((resolve) => setTimeout(resolve, times.leaderTimeout * 3));
  expect(tab.states).toHaveLength(reported);
  expect((await readLease(tab.store.db))?.epoch).toBe(1);
  tab.set({ session: 'token-1' });
  await browser.allSent(1);
});

test('on a full tablet a tab becomes the one that sends, and stays it', async ({ browser }) => {
  const put = IDBObjectStore.prototype.put;
  let refusals = 0;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    const isLease = this.name === 'kv' && (args[0] as { k: string }).k === 'lease';
    if (!isLease || refusals % 2 === 1) {
      refusals += isLease ? 1 : 0;
      return put.apply(this, args);
    }
    refusals += 1;
    throw new DOMException('No room', 'QuotaExceededError');
  });
  const tab = await browser.openTab();
  await createPatients(tab, 2);
  tab.sync.wake('enqueued');
  await browser.allSent(2);
  await soon(() => expect(refusals).toBeGreaterThan(5));
  expect((await readLease(tab.store.db))?.epoch).toBe(1);
});

test('a loop that hangs is started anew by the watchdog', async ({ browser }) => {
  const tab = await browser.openTab();
  let isHung = true;
  const read = tab.store.db.kv.get.bind(tab.store.db.kv);
  vi.spyOn(tab.store.db.kv, 'get').mockImplementation(((key: string) =>
    isHung && key === 'pausedUntil' ? new Promise(() => {}) : read(key)) as typeof read);
  await createPatients(tab, 2);
  tab.sync.wake('enqueued');
  await new Promise((resolve) => setTimeout(resolve, 20));
  isHung = false;
  await browser.allSent(2);
});
