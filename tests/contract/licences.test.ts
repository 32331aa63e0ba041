import { ownPackages, packagesOf, refusedLicences } from '../../scripts/licences.mjs';
import { expect, test } from 'vitest';

test('every package that runs on a server is under a licence that asks for a notice at most', () => {
  const packages = ownPackages();
  expect(packages.length).toBeGreaterThan(50);
  expect(refusedLicences(packages)).toEqual([]);
});

test('a copyleft, unknown or absent licence is refused by name, and development packages are not looked at', () => {
  const lock = {
    '': { license: 'UNLICENSED' },
    'node_modules/one': { version: '1.0.0', license: 'GPL-3.0-only' },
    'node_modules/two': { version: '2.0.0' },
    'node_modules/one/node_modules/@scope/three': { version: '3.0.0', license: '(MIT OR GPL-2.0)' },
    'node_modules/four': { version: '4.0.0', license: 'MIT AND AGPL-3.0' },
    'node_modules/five': { version: '5.0.0', license: 'GPL-3.0-only', dev: true },
    'node_modules/six': { version: '6.0.0', license: 'MIT', optionalDependencies: { 'six-other': '6.0.0' } },
    'node_modules/six-other': { version: '6.0.0', optional: true },
    'node_modules/lightningcss': { version: '7.0.0', license: 'GPL-3.0-only' },
  };
  expect(refusedLicences(packagesOf(lock))).toEqual([
    'four 4.0.0 is under MIT AND AGPL-3.0, which is not on the list of scripts/licences.mjs.',
    'lightningcss 7.0.0 is under GPL-3.0-only, which is not on the list of scripts/licences.mjs.',
    'one 1.0.0 is under GPL-3.0-only, which is not on the list of scripts/licences.mjs.',
    'two 2.0.0 names no licence.',
  ]);
});
