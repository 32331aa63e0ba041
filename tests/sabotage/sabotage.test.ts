import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SABOTAGES, type Sabotage } from './sabotages.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The folders and files that the server's tests need; the rooms of the page are copied for their tsconfig. */
const PARTS = [
  'domain',
  'contract',
  'store',
  'src',
  'sw',
  'server',
  'tests',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'vitest.config.ts',
  'scripts',
];

/** Copies of the sources, in each of which one run works at a time: one core has a run. */
const COPIES = 2;
const free: string[] = [];
beforeAll(() => {
  for (let nth = 0; nth < COPIES; nth += 1) {
    const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-sabotage-'));
    for (const part of PARTS) fs.cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    free.push(copy);
  }
});
afterAll(() => free.forEach((copy) => fs.rmSync(copy, { recursive: true, force: true })));

/** Works in a copy that nobody else works in; no more than {@link COPIES} do so at once. */
async function inCopy<R>(work: (copy: string) => Promise<R>): Promise<R> {
  let copy = free.pop();
  for (; copy === undefined; copy = free.pop()) await wait(20);
  try {
    return await work(copy);
  } finally {
    free.push(copy);
  }
}

test('each sabotage has a name and a test of its own', () => {
  expect(SABOTAGES.length).toBeGreaterThanOrEqual(12);
  expect(new Set(SABOTAGES.map(({ name }) => name)).size).toBe(SABOTAGES.length);
});

describe.concurrent('with a control taken away, its test fails', () => {
  // A test that fails anyway would prove nothing. All of one database run at once: most of a run is its start.
  const intact = new Map<Sabotage, string | undefined>();
  beforeAll(async () => {
    const runs = (['rooms', 'server'] as const).flatMap((project) =>
      (['pglite', 'postgres'] as const).map((database) => ({ project, database })),
    );
    const lane = async () => {
      for (let run = runs.pop(); run !== undefined; run = runs.pop()) {
        const { project, database } = run;
        const group = SABOTAGES.filter((each) => projectOf(each.suite) === project && (each.database ?? 'pglite') === database);
        const outcomes = await inCopy((copy) => outcomesOf(group, { copy, project, database }));
        for (const [each, outcome] of outcomes) intact.set(each, outcome);
      }
    };
    await Promise.all(Array.from({ length: COPIES }, lane));
  }, 1_500_000);

  test.each(SABOTAGES)('$name', async (sabotage) => {
    expect(intact.get(sabotage)).toBe('passed');
    const { suite, database = 'pglite' } = sabotage;
    const outcome = await inCopy(async (copy) => {
      const file = path.join(copy, sabotage.file);
      const whole = fs.readFileSync(file, 'utf8');
      fs.writeFileSync(
        file,
        whole.replace(sabotage.from, () => sabotage.to),
      );
      try {
        return (await outcomesOf([sabotage], { copy, project: projectOf(suite), database })).get(sabotage);
      } finally {
        fs.writeFileSync(file, whole);
      }
    });
    expect(outcome).toBe('failed');
  });
});

/** The project of vitest.config.ts that runs a suite; in another one it would not be found. */
function projectOf(suite: string): string {
  if (/\.browser\.|^tests\/(?:journeys|faults)\//.test(suite))
    throw new Error(`${suite} needs the built app, which is not sabotaged`);
  return suite.startsWith('tests/server/') ? 'server' : 'rooms';
}

type Run = { readonly copy: string; readonly project: string; readonly database: 'postgres' | 'pglite' };

/**
 * The outcomes of the named tests in a copy, which has the files of the parts and the numbers of a push; `undefined` where one was not
 * found, or its file could not be read.
 */
async function outcomesOf(
  group: readonly Sabotage[],
  { copy, project, database }: Run,
): Promise<Map<Sabotage, string | undefined>> {
  if (group.length === 0) return new Map();
  const results = path.join(copy, 'results.json');
  fs.rmSync(results, { force: true });
  const pattern = group.map(({ test: title }) => title.replaceAll(/[^\p{L}\p{N} ,]/gu, '.')).join('|');
  const suites = [...new Set(group.map(({ suite }) => suite))];
  const run = ['run', '--project', project, ...suites, '--testNamePattern', pattern];
  const runner = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', ...run, '--reporter=json', `--outputFile.json=${results}`],
    { cwd: copy, stdio: 'ignore', env: { ...process.env, TEST_DATABASE: database, FULL: '', PARTS: '1' } },
  );
  await once(runner, 'close');
  // Vitest's own report; only the named members are read.
  const { testResults } = JSON.parse(fs.readFileSync(results, 'utf8')) as {
    testResults: { name: string; assertionResults: { title: string; status: string }[] }[];
  };
  return new Map(
    group.map((each) => {
      const ofSuite = testResults.filter(({ name }) => name.endsWith(each.suite));
      const found = ofSuite.flatMap(({ assertionResults }) => assertionResults).find(({ title }) => title === each.test);
      return [each, found?.status];
    }),
  );
}
