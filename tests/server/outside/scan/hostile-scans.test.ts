import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { countWork } from '#tests/support/checks/cpu-time.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { HOSTILE_ACTIONS } from './hostile-actions.ts';
import { HOSTILE_FILES } from './hostile-files.ts';
import { useScanThread } from './thread-for-tests.ts';

const HOSTILE = [...HOSTILE_ACTIONS, ...HOSTILE_FILES];
/** Each of them within this, ms. */
const REFUSED_WITHIN = 5000;
/** Files that take work or memory before they are refused. */
const HEAVY = HOSTILE_FILES.filter(([name]) => /unpacks|pictures of|one another|megapixels|passes/.test(name));
/** Runs differ by no more than this, bytes. */
const MEMORY_SPREAD = 100 * 1024 * 1024;

const thread = useScanThread();

test('there are at least 120', () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(120);
  expect(new Set(HOSTILE.map(([name]) => name)).size).toBe(HOSTILE.length);
});

test.each(HOSTILE)('refused: %s (%s)', async (_, reason, files) => {
  const built = files();
  const worked = countWork();
  expect(await thread().inspect(built)).toEqual({ ok: false, reason });
  expect(worked()).toBeLessThan(REFUSED_WITHIN);
});

// Of the whole process, and so in a run of its own.
test.runIf(isFull)('the memory is the same after each run of the files that take much', async () => {
  const scans = HEAVY.map(([, , build]) => build());
  expect(scans.length).toBeGreaterThan(6);
  const collect = garbageCollector();
  const sizes: number[] = [];
  for (let nth = 0; nth < 7; nth += 1) {
    for (const scan of scans) await thread().inspect(scan);
    // Things that other files have left in this process are no part of it.
    collect();
    sizes.push(process.memoryUsage().rss);
  }
  // The first run fills pools that stay; what is free is given back now and then. What is lost in each run adds up over all the last.
  const [, second = 0, third = 0, ...last] = sizes;
  expect(Math.min(...last)).toBeLessThan(Math.max(second, third) + MEMORY_SPREAD);
});

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('The collector of this Node cannot be called');
  return () => void collect();
}
