import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfNeeded } from './build.mjs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Assent needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

await buildIfNeeded();
await import(pathToFileURL(path.resolve(import.meta.dirname, '..', 'build', 'main.js')).href);
