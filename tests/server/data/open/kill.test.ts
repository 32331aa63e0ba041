import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '#tests/support/checks/full.ts';
import { buildForTests, type TestBuild } from '#tests/support/server/server-build.ts';
import { seededRandom } from '#tests/support/checks/random.ts';

const startMs = 40_000;

let build: TestBuild;
let folder: string;

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-kill-'));
  build = await buildForTests({
    'db-worker': 'server/data/open/embedded/embedded-worker.ts',
    child: 'tests/server/data/open/write-until-killed.ts',
  });
});
afterAll(() => {
  build.remove();
  fs.rmSync(folder, { recursive: true, force: true });
});

type Life = { found: number[] | undefined; acknowledged: number[]; errors: string; code: number | null };

/** Lives until `killMs` after `from`, or with no `killMs` until it has opened and closed. */
function live(dataDir: string, killMs?: number, from: 'start' | 'open' = 'start'): Promise<Life> {
  const parameters = [
    fileURLToPath(build.url('child')),
    dataDir,
    fileURLToPath(build.url('db-worker')),
    ...(killMs === undefined ? ['once'] : []),
  ];
  const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  let errors = '';
  const kill = (): void => void setTimeout(() => child.kill('SIGKILL'), killMs);
  if (killMs !== undefined && from === 'start') kill();
  child.stdout.on('data', (piece: Buffer) => {
    const opening = !said.includes('open');
    said += piece.toString();
    if (killMs !== undefined && from === 'open' && opening && said.includes('open')) kill();
  });
  child.stderr.on('data', (piece: Buffer) => void (errors += piece.toString()));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const lines = said.split('\n').slice(0, -1);
      const open = lines.find((line) => line.startsWith('open '));
      const acknowledged = lines.filter((line) => line.startsWith('kept ')).map((line) => Number(line.slice(5)));
      // The child writes the numbers that it found as JSON.
      resolve({ found: open === undefined ? undefined : (JSON.parse(open.slice(5)) as number[]), acknowledged, errors, code });
    });
  });
}

// With test:full: each first start of a database takes seconds.
test.runIf(isFull)(
  'killed during its first start, the next start makes the database whole',
  { timeout: 20 * startMs },
  async () => {
    const random = seededRandom('first start');
    for (let round = 1; round <= 15; round += 1) {
      const dataDir = path.join(folder, `first-${round}`);
      const killMs = Math.round(300 + random() * 3_000);
      await live(dataDir, killMs);
      const next = await live(dataDir);
      expect(next, `round ${round}, killed after ${killMs} ms`).toMatchObject({ code: 0, errors: '' });
      expect(next.found, `round ${round}, killed after ${killMs} ms`).toBeDefined();
      fs.rmSync(dataDir, { recursive: true, force: true });
    }
  },
);

test('killed while it commits, it keeps every row that it acknowledged, and none twice', { timeout: 40 * startMs }, async () => {
  const random = seededRandom('commits');
  const dataDir = path.join(folder, 'commits');
  const acknowledged: number[] = [];
  for (let round = 1; round <= (isFull ? 30 : 2); round += 1) {
    const life = await live(dataDir, Math.round(100 + random() * 900), 'open');
    expect(life.errors).toBe('');
    acknowledged.push(...life.acknowledged);
  }
  const { found, code } = await live(dataDir);
  expect(code).toBe(0);
  expect(acknowledged.length).toBeGreaterThan(0);
  const kept = new Set(found);
  expect(acknowledged.filter((number) => !kept.has(number))).toEqual([]);
  expect(found).toEqual(Array.from({ length: found?.length ?? 0 }, (_, index) => index + 1));
});
