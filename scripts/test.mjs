import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildIfNeeded } from './build.mjs';
import { ensureTools } from './tools.mjs';

// Everything that the tests need is found or installed here, so that a fresh machine needs this command alone.
const root = path.resolve(import.meta.dirname, '..');
const isFull = process.argv.includes('--full');
const folder = mkdtempSync(path.join(tmpdir(), 'assent-results-'));

await ensureTools();
await buildIfNeeded();

const rounds = [
  {
    name: 'all rooms, embedded database',
    args: ['--project', 'rooms', '--project', 'server', '--project', 'browser'],
    env: { TEST_DATABASE: 'pglite' },
  },
  { name: 'server, PostgreSQL', args: ['--project', 'server'], env: { TEST_DATABASE: 'postgres' } },
  ...(isFull ? [{ name: 'controls taken away one by one', args: ['--project', 'sabotage'], env: {} }] : []),
];

let passed = 0;
let failed = 0;
let hasFailed = false;
for (const [at, { name, args, env }] of rounds.entries()) {
  const file = path.join(folder, `${at}.json`);
  process.stdout.write(`\n— ${name}\n`);
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env, ...(isFull ? { FULL: '1' } : {}) },
    },
  );
  hasFailed ||= status !== 0;
  const result = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { numPassedTests: 0, numFailedTests: 1 };
  passed += result.numPassedTests;
  failed += result.numFailedTests;
}

process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(hasFailed ? 1 : 0);
