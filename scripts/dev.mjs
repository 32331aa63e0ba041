import { spawn } from 'node:child_process';
import path from 'node:path';
import { createServer } from 'vite';
import { buildServer } from './build-server.mjs';

// The server is rebuilt and restarted at each change; Vite serves the page and proxies /api.
const root = path.resolve(import.meta.dirname, '..');
/** @type {import('node:child_process').ChildProcess | undefined} */
let server;

const watcher = await buildServer({ outDir: path.join(root, 'build'), watch: true });
watcher.on('event', (event) => {
  if (event.code === 'END') restart();
  if (event.code === 'ERROR') process.stderr.write(`${event.error.message}\n`);
});

function restart() {
  const next = () => (server = spawn(process.execPath, ['build/main.js'], { cwd: root, stdio: 'inherit' }));
  if (server === undefined || server.exitCode !== null) return void next();
  server.once('exit', next);
  server.kill('SIGTERM');
}

const page = await createServer({ configFile: path.join(root, 'vite.config.ts') });
await page.listen();
page.printUrls();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    server?.kill('SIGTERM');
    void page.close().then(() => process.exit(0));
  });
