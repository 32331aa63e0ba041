import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildIfNeeded } from './build.mjs';
import { ensureTools } from './tools.mjs';

// Benchmarks print ratios measured side by side in one run; they fail nothing.
await ensureTools();
await buildIfNeeded();
const folder = mkdtempSync(path.join(os.tmpdir(), 'assent-bench-'));
const lines = path.join(folder, 'lines');
spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'bench', ...process.argv.slice(2)], {
  cwd: path.resolve(import.meta.dirname, '..'),
  stdio: 'inherit',
  // Databases stay on the disk: what a commit costs there is a part of what is measured.
  env: { ...process.env, BENCH_LINES: lines, TEST_MEMORY: 'off' },
});
if (existsSync(lines)) process.stdout.write(`\n${tableOf(readFileSync(lines, 'utf8'))}\n`);
rmSync(folder, { recursive: true, force: true });

/** @param {string} text - one JSON object a line, as `tests/bench/report.ts` writes them */
function tableOf(text) {
  const rows = text
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each));
  const cells = (row) => ['line', 'now', 'aim', 'beside'].map((name) => row[name] ?? '');
  const head = { line: 'line', now: 'now', aim: 'aim', beside: 'measured beside' };
  const all = [head, ...rows].map(cells);
  const widths = [0, 1, 2, 3].map((at) => Math.max(...all.map((row) => row[at].length)));
  const print = (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  return [print(all[0]), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...all.slice(1).map(print)].join('\n');
}
