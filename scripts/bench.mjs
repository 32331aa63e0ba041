import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildIfNeeded } from './build.mjs';
import { ensureTools } from './tools.mjs';

// Benchmarks print ratios measured side by side in one run; they fail nothing.
await ensureTools();
await buildIfNeeded();
spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'bench', ...process.argv.slice(2)], {
  cwd: path.resolve(import.meta.dirname, '..'),
  stdio: 'inherit',
});
