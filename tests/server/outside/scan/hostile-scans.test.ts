import { expect, test } from 'vitest';
import { buildPdf } from './build-pdf.ts';
import { HOSTILE_ACTIONS } from './hostile-actions.ts';
import { HOSTILE_FILES } from './hostile-files.ts';
import { useScanThread } from './thread-for-tests.ts';

const HOSTILE = [...HOSTILE_ACTIONS, ...HOSTILE_FILES];
/** Each of them within this, ms. */
const REFUSED_WITHIN = 5000;
/** Files that take work or memory before they are refused; the drawing takes as long as it may. */
const HEAVY = HOSTILE_FILES.filter(([name, reason]) => reason.startsWith('TOO_') && !name.startsWith('drawing'));
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

test('the memory is the same after each run of the files that take much', async () => {
  const files = HEAVY.map(([, , build]) => build());
  const memory: number[] = [];
  for (let run = 0; run < 3; run++) {
    for (const file of files) await thread().inspect(file);
    memory.push(process.memoryUsage.rss());
  }
  console.log(memory);
  const [, second = 0, third = 0] = memory;
  expect(third).toBeLessThan(second + MEMORY_SPREAD);
});
