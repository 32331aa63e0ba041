import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// npm leaves a platform's binary out of the lock when the registry in use does not offer it, and `npm ci` then refuses the lock.
// This script adds each one with its version and platform; npm fetches it only on that platform. Run it after `npm install`.
const file = path.resolve(import.meta.dirname, '..', 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'netbsd', 'sunos', 'aix', 'openharmony', 'win32', 'windows'];
const PROCESSORS = ['arm64', 'x64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'arm', 'wasm32', 'mips64el'];

/** @param {string} name */
function platformOf(name) {
  const words = name.replace(/^@[^/]+\//, '').split('-');
  const os = SYSTEMS.find((each) => words.includes(each));
  const cpu = PROCESSORS.find((each) => words.includes(each));
  return { os: os === 'windows' ? 'win32' : os, cpu };
}

for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const nested = `${place}/node_modules/${name}`;
    const top = `node_modules/${name}`;
    const { os, cpu } = platformOf(name);
    if (lock.packages[nested] !== undefined || lock.packages[top] !== undefined || !/^\d/.test(version) || os === undefined)
      continue;
    lock.packages[top] = {
      version,
      ...(cpu === undefined ? {} : { cpu: [cpu] }),
      ...(entry.dev === true ? { dev: true } : {}),
      optional: true,
      os: [os],
    };
  }
}

const packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync(file, `${JSON.stringify({ ...lock, packages }, undefined, 2)}\n`);
