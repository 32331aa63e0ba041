import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => fs.existsSync(path.join(root, file)));

/** Patterns of paths in settings: in the one for tests those of `tests/`, in the others whatever names a folder. */
function patternsIn(name: string): readonly string[] {
  const text = fs.readFileSync(path.join(root, name), 'utf8');
  if (name === 'vitest.config.ts') return [...text.matchAll(/'(tests\/[^']+)'/g)].map(([, pattern = '']) => pattern);
  // Both are our own: lists of texts, in lint below each override.
  const { entry, overrides } = JSON.parse(text) as {
    entry?: readonly string[];
    overrides?: readonly { files: readonly string[] }[];
  };
  return [...(entry ?? []), ...(overrides ?? []).flatMap((each) => each.files)].map((pattern) => pattern.replace(/!$/, ''));
}

/** Whether a pattern finds a file; what comes before its first sign is compared first, as each pattern is read anew for each file. */
const finds = (pattern: string) => {
  const [start = ''] = pattern.split(/[*{[]/);
  return files.some((file) => file.startsWith(start) && path.matchesGlob(file, pattern));
};
const withoutFile = (patterns: readonly string[]) => patterns.filter((pattern) => !finds(pattern));

test.each(['vitest.config.ts', 'knip.json', '.oxlintrc.json'])('every pattern of %s finds a file', (name) => {
  const patterns = patternsIn(name);
  expect(patterns.length).toBeGreaterThan(20);
  expect(withoutFile(patterns)).toEqual([]);
  expect(withoutFile([...patterns, 'tests/server/gone/{a,b}.test.ts', 'src/gone/**'])).toHaveLength(2);
});
