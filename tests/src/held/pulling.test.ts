import { pullingAlone } from '#src/held/pulling.ts';
import { expect, test } from 'vitest';

/** The lock of one browser, held by one fetch at a time; `fetches` ends the fetch that runs. */
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
  // The standard's overloads; the room uses the one with options.
  const locks = { request } as unknown as LockManager;
  const tab = (isPossible = true) => pullingAlone({ locks, name: 'changes', isPossible: () => isPossible, fetch });
  const tick = () => new Promise((resolve) => setTimeout(resolve));
  return { tab, tick, running, begun: () => running.length, ended: () => ended };
}

test('a fetch that is asked for waits for the one that runs in another tab, and then fetches', async () => {
  const tabs = openTabs();
  const [here, there] = [tabs.tab(), tabs.tab()];
  void there.pullUnlessRunning();
  await tabs.tick();
  const asked = here.pull();
  await tabs.tick();
  expect(tabs.begun()).toBe(1);
  tabs.running[0]?.();
  await tabs.tick();
  expect(tabs.begun()).toBe(2);
  tabs.running[1]?.();
  await asked;
  expect(tabs.ended()).toBe(2);
});

test('several who wait are served by one fetch, and who asks while it runs by another', async () => {
  const tabs = openTabs();
  const here = tabs.tab();
  void here.pullUnlessRunning();
  await tabs.tick();
  const waiting = [here.pull(), here.pull(), here.pull()];
  tabs.running[0]?.();
  await tabs.tick();
  const later = here.pull();
  tabs.running[1]?.();
  await Promise.all(waiting);
  await tabs.tick();
  tabs.running[2]?.();
  await later;
  expect(tabs.begun()).toBe(3);
});

test('the one by the way leaves it to whoever fetches, and without a network nobody waits', async () => {
  const tabs = openTabs();
  const [here, offline] = [tabs.tab(), tabs.tab(false)];
  void here.pullUnlessRunning();
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
  const { pull } = pullingAlone({ locks, name: 'changes', isPossible: () => true, fetch });
  await expect(pull()).rejects.toThrow('Failed to fetch');
  isBroken = false;
  await pull();
});
