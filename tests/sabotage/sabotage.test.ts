import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
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

let copy = '';
beforeAll(() => {
  copy = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-sabotage-'));
  for (const part of PARTS) fs.cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
});
afterAll(() => fs.rmSync(copy, { recursive: true, force: true }));

test('each sabotage has a name and a test of its own', () => {
  expect(SABOTAGES.length).toBeGreaterThanOrEqual(12);
  expect(new Set(SABOTAGES.map(({ name }) => name)).size).toBe(SABOTAGES.length);
});

describe('with a control taken away, its test fails', () => {
  test.each(SABOTAGES)('$name', (sabotage) => {
    // The unchanged copy first: a test that fails anyway would prove nothing.
    expect(outcomeOf(sabotage)).toBe('passed');
    const file = path.join(copy, sabotage.file);
    const whole = fs.readFileSync(file, 'utf8');
    expect(whole.split(sabotage.from).length, `“${sabotage.from}” stands once in ${sabotage.file}`).toBe(2);
    fs.writeFileSync(
      file,
      whole.replace(sabotage.from, () => sabotage.to),
    );
    try {
      expect(outcomeOf(sabotage)).toBe('failed');
    } finally {
      fs.writeFileSync(file, whole);
    }
  });
});

/** The project of vitest.config.ts that runs a suite; in another one it would not be found. */
function projectOf(suite: string): string {
  if (/\.browser\.|^tests\/(?:journeys|faults)\//.test(suite))
    throw new Error(`${suite} needs the built app, which is not sabotaged`);
  return suite.startsWith('tests/server/') ? 'server' : 'rooms';
}

/**
 * The outcome of the named test in the copy, which has the files of the parts and the numbers of a push; `undefined` when it was not
 * found, or its file could not be read.
 */
function outcomeOf({ suite, test: title, database = 'pglite' }: Sabotage): string | undefined {
  const results = path.join(copy, 'results.json');
  fs.rmSync(results, { force: true });
  spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      projectOf(suite),
      suite,
      '--testNamePattern',
      title.replaceAll(/[^\p{L}\p{N} ,]/gu, '.'),
      '--reporter=json',
      `--outputFile.json=${results}`,
    ],
    { cwd: copy, stdio: 'ignore', env: { ...process.env, TEST_DATABASE: database, FULL: '', PARTS: '1' } },
  );
  // Vitest's own report; only the named members are read.
  const { testResults } = JSON.parse(fs.readFileSync(results, 'utf8')) as {
    testResults: { assertionResults: { title: string; status: string }[] }[];
  };
  return testResults.flatMap(({ assertionResults }) => assertionResults).find((each) => each.title === title)?.status;
}
