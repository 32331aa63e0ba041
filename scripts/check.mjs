import { spawnSync } from 'node:child_process';
import path from 'node:path';

// The same five looks before every commit and in CI: form, habits, types, rules, and what nobody uses.
// With `--before-tests` the rules are left to the test command that follows, which asks them all.
const root = path.resolve(import.meta.dirname, '..');
/** @type {[string, string, string[]][]} */
const steps = [
  ['format', 'oxfmt', ['--check', '.']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['types', 'tsc', ['-b']],
  ['unit tests', 'vitest', ['run', '--project', 'rooms', '--reporter=dot']],
  ['unused', 'knip', []],
];

const wanted = steps.filter(([name]) => name !== 'unit tests' || !process.argv.includes('--before-tests'));

for (const [name, command, args] of wanted) {
  const started = Date.now();
  const { status } = spawnSync(path.join(root, 'node_modules', '.bin', command), args, { cwd: root, stdio: 'inherit' });
  process.stdout.write(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
  if (status !== 0) process.exit(1);
}
