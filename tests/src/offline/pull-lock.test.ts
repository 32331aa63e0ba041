import { createExclusivePull } from '#src/offline/pull-lock.ts';
import { tabLocks } from '#tests/store/tab-locks.ts';
import { expect, test, vi } from 'vitest';

const fresh = { pageMark: async () => 'a page', now: () => 0 };

/** The lock of one browser, owned by one fetch at a time; `fetches` ends the fetch that runs. */
function openTabs() {
  let last: Promise<unknown> = Promise.resolve();
  let holders = 0;
  let ended = 0;
  const running: (() => void)[] = [];
  const request = async (_: string, options: LockOptions, run: (lock: object | null) => Promise<void>) => {
    if (options.ifAvailable === true && holders > 0) return run(null);
    holders += 1;
    const turn = last.then(() => run({}));
    last = turn.catch(() => undefined).finally(() => (holders -= 1));
    return turn;
  };
  const fetch = () =>
    new Promise<void>((resolve) => {
      running.push(() => {
        ended += 1;
        resolve();
      });
    });
  // The standard's overloads; the module uses the one with options.
  const locks = { request } as unknown as LockManager;
  const tab = (isPossible = true) =>
    createExclusivePull({ locks, name: 'changes', isPossible: () => isPossible, fetch, ...fresh });
  const tick = () => new Promise((resolve) => setTimeout(resolve));
  return { tab, tick, running, begun: () => running.length, ended: () => ended };
}

test('a fetch that is asked for waits for the one that runs in another tab, and then fetches', async () => {
  const tabs = openTabs();
  const [tab, other] = [tabs.tab(), tabs.tab()];
  void other.pullUnlessRunning();
  await tabs.tick();
  const pulled = tab.pull();
  await tabs.tick();
  expect(tabs.begun()).toBe(1);
  tabs.running[0]?.();
  await tabs.tick();
  expect(tabs.begun()).toBe(2);
  tabs.running[1]?.();
  await pulled;
  expect(tabs.ended()).toBe(2);
});

test('several who wait are served by one fetch, and who asks while it runs by another', async () => {
  const tabs = openTabs();
  const tab = tabs.tab();
  void tab.pullUnlessRunning();
  await tabs.tick();
  const waiting = [tab.pull(), tab.pull(), tab.pull()];
  tabs.running[0]?.();
  await tabs.tick();
  const later = tab.pull();
  tabs.running[1]?.();
  await Promise.all(waiting);
  await tabs.tick();
  tabs.running[2]?.();
  await later;
  expect(tabs.begun()).toBe(3);
});

test('the one by the way leaves it to whoever fetches, and without a network nobody waits', async () => {
  const tabs = openTabs();
  const [tab, offline] = [tabs.tab(), tabs.tab(false)];
  void tab.pullUnlessRunning();
  await tabs.tick();
  await tabs.tab().pullUnlessRunning();
  await Promise.all([offline.pull(), offline.pullUnlessRunning()]);
  expect(tabs.begun()).toBe(1);
});

test('what fails fails for who asked, and the next one fetches', async () => {
  let isBroken = true;
  const request = async (_: string, _options: LockOptions, run: (lock: object) => Promise<void>) =>
    Promise.resolve().then(() => run({}));
  const fetch = async () => {
    if (isBroken) throw new TypeError('Failed to fetch');
  };
  // As above.
  const locks = { request } as unknown as LockManager;
  const { pull } = createExclusivePull({ locks, name: 'changes', isPossible: () => true, fetch, ...fresh });
  await expect(pull()).rejects.toThrow('Failed to fetch');
  isBroken = false;
  await pull();
});

/** Two tabs, of which one is frozen in the middle of a fetch; each page that any of them requests has a mark of its own. */
async function openFrozen() {
  const at = { now: 0, mark: 1 };
  const locks = tabLocks();
  const fetched: string[] = [];
  const tab = (name: string, fetch: () => Promise<void>) =>
    createExclusivePull({
      locks,
      name: 'changes',
      isPossible: () => true,
      pageMark: async () => at.mark,
      now: () => at.now,
      fetch: async () => {
        fetched.push(name);
        await fetch();
      },
    });
  const frozen = tab('frozen', () => new Promise(() => {})).pullUnlessRunning();
  await Promise.resolve();
  return { at, fetched, frozen, other: tab('other', async () => {}) };
}

test('a tab that is frozen while it fetches is replaced by the next that looks, once no page has come for longer than any answer may take', async () => {
  const { at, fetched, frozen, other } = await openFrozen();
  for (const now of [0, 60_000, 149_000]) {
    at.now = now;
    await other.pullUnlessRunning();
  }
  // It is alive, and only slow.
  at.mark = 2;
  at.now = 160_000;
  await other.pullUnlessRunning();
  at.now = 309_000;
  await other.pullUnlessRunning();
  expect(fetched).toEqual(['frozen']);
  at.now = 310_000;
  await other.pullUnlessRunning();
  expect(fetched).toEqual(['frozen', 'other']);
  // A lock taken over by another tab is no failure.
  await frozen;
  await other.pullUnlessRunning();
  expect(fetched).toEqual(['frozen', 'other', 'other']);
});

test('a fetch that somebody asks for replaces a frozen one as well, and waits no longer for one that is slow', async () => {
  const { at, fetched, other } = await openFrozen();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const patience = new AbortController();
    setTimeout(() => patience.abort(), 5);
    return patience.signal;
  });
  await other.pull();
  expect(fetched).toEqual(['frozen']);
  at.now = 150_000;
  await other.pull();
  expect(fetched).toEqual(['frozen', 'other']);
});
