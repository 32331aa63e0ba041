import { spawn } from 'node:child_process';
import path from 'node:path';

// The same five checks run before every commit and in CI: format, lint with types, unit tests, unused code, and code that only
// tests use. With `--before-tests` the unit tests are left to the test command that follows, and its prerequisites are prepared in
// parallel.
const root = path.resolve(import.meta.dirname, '..');
const isBeforeTests = process.argv.includes('--before-tests');
const bin = (/** @type {string} */ name) => path.join(root, 'node_modules', '.bin', name);
/** @type {[string, string, string[]][]} */
const steps = [
  ['format', bin('oxfmt'), ['--check', '.']],
  ['lint and types', bin('oxlint'), ['--type-aware', '--type-check', '--deny-warnings']],
  ['unused', bin('knip'), []],
  // Tests are no entry points of this check: an export that only tests reach duplicates the path that the app takes.
  ['unused by the app', bin('knip'), ['--production', '--include', 'files,exports']],
  isBeforeTests
    ? ['tools and build', process.execPath, ['scripts/test.mjs', '--prepare']]
    : ['unit tests', bin('vitest'), ['run', '--project', 'rooms', '--reporter=dot']],
];

// Two steps run in parallel, as most of them use one thread.
const waiting = [...steps];
let hasFailed = false;
await Promise.all([lane(), lane()]);
process.exit(hasFailed ? 1 : 0);

async function lane() {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) hasFailed = !(await isPassed(step)) || hasFailed;
}

/** Runs a step and prints its output in one piece. @param {[string, string, string[]]} step */
async function isPassed([name, command, args]) {
  const started = Date.now();
  /** @type {Buffer[]} */
  const said = [];
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  const status = await new Promise((resolve) => void child.once('close', resolve));
  process.stdout.write(Buffer.concat(said));
  process.stdout.write(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
  return status === 0;
}
