import { expect, test } from 'vitest';
import { HOSTILE_ACTIONS } from './hostile-actions.ts';
import { HOSTILE_FILES } from './hostile-files.ts';
import { useScanThread } from './thread-for-tests.ts';

const HOSTILE = [...HOSTILE_ACTIONS, ...HOSTILE_FILES];
/** Each of them within this, ms. */
const REFUSED_WITHIN = 5000;
/** Files that take work or memory before they are refused. */
const HEAVY = HOSTILE_FILES.filter(([name]) => /unpacks|pictures of|one another|megapixels|passes/.test(name));
/** Two runs differ by no more than this, bytes. */
const MEMORY_SPREAD = 100 * 1024 * 1024;

const thread = useScanThread();

test('there are at least 120', () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(120);
  expect(new Set(HOSTILE.map(([name]) => name)).size).toBe(HOSTILE.length);
});

test.each(HOSTILE)('refused: %s (%s)', async (_, reason, files) => {
  const built = files();
  const start = performance.now();
  expect(await thread().inspect(built)).toEqual({ ok: false, reason });
  expect(performance.now() - start).toBeLessThan(REFUSED_WITHIN);
});

test('the memory is the same after a second run of the files that take much', async () => {
  const scans = HEAVY.map(([, , build]) => build());
  expect(scans.length).toBeGreaterThan(6);
  const run = async () => {
    for (const scan of scans) await thread().inspect(scan);
    return process.memoryUsage().rss;
  };
  const first = await run();
  expect(await run()).toBeLessThan(first + MEMORY_SPREAD);
});
