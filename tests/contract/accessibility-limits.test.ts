import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BUILD_DATE } from '#domain/base/build.ts';
import { ACCESSIBILITY_LIMITS } from '#domain/organisation/accessibility-limits.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The rules of axe that a source of a test switches off, in each of the ways that axe knows. */
function rulesOff(text: string): string[] {
  const lists = [...text.matchAll(/disableRules\(\s*(\[[^\]]*\]|'[^']*')/g)].map(([, list = '']) => list);
  const named = [...text.matchAll(/'?([a-z]+(?:-[a-z]+)*)'?\s*:\s*\{\s*enabled:\s*false/g)].map(([, rule = '']) => rule);
  const quoted = lists.flatMap((list) => [...list.matchAll(/'([^']+)'/g)].map(([, rule = '']) => rule));
  return [...quoted, ...named];
}

test('a rule that a test of accessibility switches off has a row in the statement', () => {
  const files = fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !import.meta.filename.endsWith(file))
    .map((file) => fs.readFileSync(path.join(root, file), 'utf8'));
  expect(files.filter((text) => text.includes('AxeBuilder')).length).toBeGreaterThan(0);
  const stated = new Set(ACCESSIBILITY_LIMITS.flatMap(({ rules = [] }) => rules));
  const off = files.flatMap(rulesOff);
  expect(off.filter((rule) => !stated.has(rule))).toEqual([]);
  // A row whose rule is on again claims too little.
  expect([...stated].filter((rule) => !off.includes(rule))).toEqual([]);
});

test.each([
  ["builder.disableRules(['image-alt', 'color-contrast'])", ['image-alt', 'color-contrast']],
  ["builder.disableRules('region')", ['region']],
  ["axe.run({ rules: { 'scope-attr-valid': { enabled: false }, region: { enabled: false } } })", ['scope-attr-valid', 'region']],
  ["builder.withRules(['region'])", []],
])('%s switches off %j', (text, rules) => expect(rulesOff(text)).toEqual(rules));

test('nothing of the statement is from after the build', () => {
  expect(ACCESSIBILITY_LIMITS.filter(({ since }) => since > BUILD_DATE)).toEqual([]);
  expect(BUILD_DATE).toMatch(/^\d{4}-\d\d-\d\d$/);
});
