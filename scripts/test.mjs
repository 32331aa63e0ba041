import { spawn } from 'node:child_process';
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

/** @typedef {{ name: string, projects: string[], env?: Record<string, string> }} Round */
/** @type {Round} */
const inBrowser = { name: 'browser', projects: ['browser'] };
/** @type {Round[]} */
const otherLane = [
  { name: 'rooms and server, embedded database', projects: ['rooms', 'server'], env: { TEST_DATABASE: 'pglite' } },
  { name: 'server, PostgreSQL', projects: ['server'], env: { TEST_DATABASE: 'postgres' } },
];
/** @type {Round} */
const serverFaults = { name: 'faults of the server', projects: ['server faults'] };
/** @type {Round} */
const tabletFaults = { name: 'faults of tablets', projects: ['tablet faults'] };
/** @type {Round} */
const kills = { name: 'killed tablets', projects: ['tablet kills'] };
/** @type {Round} */
const sabotage = { name: 'controls taken away one by one', projects: ['sabotage'] };

let passed = 0;
let failed = 0;
let hasFailed = false;
// Said again at the end, where it is looked for.
/** @type {string[]} */
const failures = [];

// Browsers wait much of their time, and the other rounds keep to one processor of two: the two lanes run side by side.
// What the browsers' lane says is seen as it comes, the other lane's at the end of each round: neither cuts the other short.
const others = isFull ? [...otherLane, sabotage] : [...otherLane, serverFaults, tabletFaults, kills];
await Promise.all([run(inBrowser, process.stdout), runAll(others)]);
if (isFull) {
  // A start of the server is timed, which nothing beside it may spoil.
  await run(serverFaults, process.stdout);
  await Promise.all([run(tabletFaults, process.stdout), runAll([kills])]);
}

process.stdout.write(`${failures.join('')}\n${passed} passed, ${failed} failed\n`);
process.exit(hasFailed ? 1 : 0);

/** @param {Round[]} rounds */
async function runAll(rounds) {
  for (const round of rounds) {
    /** @type {Buffer[]} */
    const said = [];
    await run(round, { write: (chunk) => said.push(Buffer.from(chunk)) });
    process.stdout.write(Buffer.concat(said));
  }
}

/**
 * @param {Round} round
 * @param {{ write(chunk: Buffer | string): unknown }} out
 */
async function run({ name, projects, env = {} }, out) {
  const file = path.join(folder, `${name}.json`);
  out.write(`\n— ${name}\n`);
  const args = ['run', ...projects.flatMap((project) => ['--project', project])];
  const vitest = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env, ...(isFull ? { FULL: '1' } : {}) },
    },
  );
  for (const stream of [vitest.stdout, vitest.stderr]) stream.on('data', (chunk) => out.write(chunk));
  const status = await new Promise((resolve) => void vitest.once('close', resolve));
  hasFailed ||= status !== 0;
  const result = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { numPassedTests: 0, numFailedTests: 1 };
  passed += result.numPassedTests;
  failed += result.numFailedTests;
  failures.push(...failuresOf(name, result.testResults ?? []));
}

/**
 * Each test that failed with why, and each file that could not be run.
 *
 * @param {string} round
 * @param {{ name: string, status: string, message: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[]} files
 */
function failuresOf(round, files) {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && tests.length === 0) return [`\nFAILED in ${round}: ${file}\n${message}\n`];
    return tests.map(
      (test) => `\nFAILED in ${round}: ${file} > ${test.fullName}\n${(test.failureMessages ?? []).join('\n').slice(0, 2000)}\n`,
    );
  });
}
