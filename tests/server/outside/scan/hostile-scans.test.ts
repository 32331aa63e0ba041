import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { countWork } from '#tests/support/checks/cpu-time.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { buildForTests } from '#tests/support/server/server-build.ts';
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

/** Runs of the files that take much, in a process of its own: memory that other files have left is no part of it. */
const ROUNDS = 5;

test.runIf(isFull)('the memory is the same after each run of the files that take much', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-scans-'));
  const built = await buildForTests({
    'scan-thread': 'server/outside/scan/scan-thread.ts',
    'scan-worker': 'server/outside/scan/scan-worker.ts',
  });
  onTestFinished(() => {
    built.remove();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  HEAVY.forEach(([, , build], scan) =>
    build().forEach((file, part) => fs.writeFileSync(path.join(folder, `${10 + scan}-${10 + part}`), file)),
  );
  const script = path.join(import.meta.dirname, 'scan-memory.mjs');
  const urls = [built.url('scan-thread').href, built.url('scan-worker').href];
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script, ...urls, folder, String(ROUNDS)]);
  const { scans, sizes } = JSON.parse(stdout) as { scans: number; sizes: number[] };
  expect([scans, sizes.length]).toEqual([HEAVY.length, ROUNDS]);
  expect(scans).toBeGreaterThan(6);
  // The first run fills pools that stay; what is free is given back now and then.
  const [, second = 0, third = 0, ...last] = sizes;
  expect(Math.min(...last)).toBeLessThan(Math.max(second, third) + MEMORY_SPREAD);
});
