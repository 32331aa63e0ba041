import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ownPackages, refusedLicences } from './licences.mjs';

// npm run sbom    writes build/sbom.cdx.json (CycloneDX) and build/licences.csv for what runs on a server, from the lock. Exit code 1: a
// package is under a licence that is unknown or asks for more than a notice.

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'build');

const packages = ownPackages();
fs.mkdirSync(folder, { recursive: true });
const words = ['sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
const made = JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 }));
// npm names the component after the folder in which it lies.
const { name } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
made.metadata.component.name = name;
fs.writeFileSync(path.join(folder, 'sbom.cdx.json'), `${JSON.stringify(made, null, 2)}\n`);
const lines = packages.map((each) => `${each.name},${each.version},"${each.licence ?? ''}"`);
fs.writeFileSync(path.join(folder, 'licences.csv'), `name,version,licence\n${lines.join('\n')}\n`);

const refused = refusedLicences(packages);
for (const sentence of refused) console.error(sentence);
console.log(`${packages.length} packages are listed in build/sbom.cdx.json and build/licences.csv.`);
process.exitCode = refused.length === 0 ? 0 : 1;
