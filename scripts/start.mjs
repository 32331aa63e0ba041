import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfNeeded } from './build.mjs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Assent needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

await buildIfNeeded();
stopWithShell();
await import(pathToFileURL(path.resolve(import.meta.dirname, '..', 'build', 'main.js')).href);

/**
 * Ends with the shell in which npm started this: npm hands a signal to that shell, and not every shell hands it on. Started without
 * npm, this outlives its shell, as services do.
 */
function stopWithShell() {
  if (process.env['npm_lifecycle_event'] !== 'start') return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250).unref();
}
