import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// npm leaves a platform's binary out of the lock when the registry in use does not offer it, and `npm ci` then refuses the lock.
// This script adds each one with its version and platform; npm fetches it only on that platform. Then it gives every package its
// address and its digest, so that none is taken on trust, whatever registry the lock was written with. Run it after `npm install`.
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

// npm puts the registry in use in the place of this host.
const PUBLIC = 'https://registry.npmjs.org';
const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim().replace(/\/$/, '');

/** Name of the package at a place: `fhir/node_modules/sax` of `node_modules/fhir/node_modules/sax` is `sax`. @param {string} at */
const nameAt = (at) => at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** @param {string} name @param {string} version @returns {Promise<string | undefined>} undefined for a package that the registry does not hold */
async function digestOf(name, version) {
  const answer = await fetch(`${registry}/${name.replace('/', '%2f')}`, {
    headers: { accept: 'application/vnd.npm.install-v1+json' },
  });
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new Error(`The registry does not tell the digest of ${name}: ${answer.status}`);
  const integrity = (await answer.json()).versions[version]?.dist.integrity;
  if (typeof integrity !== 'string') throw new Error(`The registry has no digest of ${name}@${version}`);
  return integrity;
}

for (const [at, entry] of Object.entries(lock.packages)) {
  // A bundled package comes inside another one, under that one's digest.
  if (at === '' || entry.link === true || entry.inBundle === true) continue;
  const name = entry.name ?? nameAt(at);
  const { version, resolved: _, integrity, ...rest } = entry;
  lock.packages[at] = {
    version,
    resolved: `${PUBLIC}/${name}/-/${name.slice(name.indexOf('/') + 1)}-${version}.tgz`,
    integrity: integrity ?? (await digestOf(name, version)),
    ...rest,
  };
  if (lock.packages[at].integrity === undefined) process.stderr.write(`${at} has no digest: the registry does not hold it\n`);
}

const packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync(file, `${JSON.stringify({ ...lock, packages }, undefined, 2)}\n`);
