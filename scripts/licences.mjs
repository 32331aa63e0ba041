import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** Licences that ask for no more than their text and the names of their authors. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]);

/** Packages under another licence that are used all the same, and why. */
const EXCEPTIONS = [
  {
    name: /^lightningcss(-|$)/,
    licence: 'MPL-2.0',
    why: 'a tool of the build that is used unchanged; nothing of it is in what is served',
  },
];

/**
 * The packages that the product runs or is built with on a server, from the lock.
 *
 * @typedef {{ license?: string, version?: string, dev?: boolean, optional?: boolean, optionalDependencies?: Record<string, string> }} Locked
 * @typedef {{ name: string, version: string, licence: string | undefined }} Package
 * @param {Record<string, Locked>} packages - `packages` of the lock
 * @returns {Package[]} in the order of their names
 */
export function packagesOf(packages) {
  // The lock knows no licence of a binary for another platform: it is that of the package that chooses among them.
  const parents = new Map(
    Object.values(packages).flatMap((parent) =>
      Object.keys(parent.optionalDependencies ?? {}).map((child) => [child, parent.license]),
    ),
  );
  return Object.entries(packages)
    .filter(([place, { dev }]) => place !== '' && dev !== true)
    .map(([place, { version = '', license, optional }]) => {
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, licence: license ?? (optional === true ? parents.get(name) : undefined) };
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** @param {Package[]} packages @returns {string[]} a sentence for each package whose licence is unknown or asks for more */
export function refusedLicences(packages) {
  return packages.flatMap(({ name, version, licence }) => {
    if (licence === undefined) return [`${name} ${version} names no licence.`];
    if (isPermissive(licence)) return [];
    if (EXCEPTIONS.some((each) => each.name.test(name) && each.licence === licence)) return [];
    return [`${name} ${version} is under ${licence}, which is not on the list of scripts/licences.mjs.`];
  });
}

/** Of an expression with OR one licence is enough, of one with AND each is needed; none has both. @param {string} expression */
function isPermissive(expression) {
  const words = expression.replaceAll(/[()]/g, ' ').trim().split(/\s+/);
  const licences = words.filter((word) => word !== 'AND' && word !== 'OR');
  if (words.includes('OR')) return !words.includes('AND') && licences.some((each) => PERMISSIVE.has(each));
  return licences.length > 0 && licences.every((each) => PERMISSIVE.has(each));
}

/** The packages of this project's lock. */
export function ownPackages() {
  return packagesOf(JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages);
}
