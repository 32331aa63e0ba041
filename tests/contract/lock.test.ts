import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

type LockedPackage = {
  readonly version: string;
  readonly name?: string;
  readonly link?: true;
  readonly inBundle?: true;
  readonly resolved?: string;
  readonly integrity?: string;
};
const lock = JSON.parse(fs.readFileSync(path.resolve('package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};
const fetched = Object.entries(lock.packages).filter(
  ([at, { link, inBundle }]) => at !== '' && link !== true && inBundle !== true,
);

/** Left without a digest, and fetched on no machine that can run the product. */
const WITHOUT_DIGEST = ['node_modules/lefthook-android-arm64'];

/** An address that npm replaces by the registry in use, of exactly this package and version. */
const addressOf = (at: string, { name = at.slice(at.lastIndexOf('node_modules/') + 13), version }: LockedPackage) =>
  `https://registry.npmjs.org/${name}/-/${name.slice(name.indexOf('/') + 1)}-${version}.tgz`;

test('every package that is fetched is named with its digest and the public address, of every platform', () => {
  expect(fetched.length).toBeGreaterThan(800);
  expect(fetched.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? '')).map(([at]) => at)).toEqual(
    WITHOUT_DIGEST,
  );
  expect(fetched.filter(([at, entry]) => entry.resolved !== addressOf(at, entry)).map(([at]) => at)).toEqual([]);
});

test('what comes inside another package comes under the digest of that one', () => {
  const bundled = Object.entries(lock.packages).filter(([, { inBundle }]) => inBundle === true);
  expect(bundled).not.toEqual([]);
  for (const [at] of bundled) {
    const around = lock.packages[at.slice(0, at.lastIndexOf('/node_modules/'))];
    expect(around?.integrity ?? '', at).toMatch(/^sha512-/);
  }
});
