import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { BUILD, BuildVersion, isOlderBuild, OLDEST_BUILD } from '#domain/base/build.ts';

test.each([
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.1.1', true],
  ['0.9.9', '0.10.0', true],
  ['1.0.0', '0.9.9', false],
  ['2.0.0', '10.0.0', true],
])('%s is older than %s: %s', (build, other, isOlder) => {
  expect(isOlderBuild(build, other)).toBe(isOlder);
});

test('the build is that of the package, and takes its own calls', () => {
  const { version } = JSON.parse(readFileSync(`${import.meta.dirname}/../../../package.json`, 'utf8'));
  expect(BUILD).toBe(version);
  expect(isOlderBuild(BUILD, OLDEST_BUILD)).toBe(false);
});

test.each(['', '1', '1.0', 'v1.0.0', '1.0.0-beta', '1.0.00000', '1.0.0\n'])('“%s” is no version', (text) => {
  expect(v.safeParse(BuildVersion, text).success).toBe(false);
});
