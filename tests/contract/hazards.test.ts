import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

test.each([
  ['docs/hazards.md', 25],
  ['docs/threats.md', 32],
])('every control of %s names tests that are there', (file, least) => {
  const lines = fs.readFileSync(path.join(root, file), 'utf8').split('\n');
  const rows = lines.filter((line, at) => line.startsWith('| ') && lines[at + 1]?.startsWith('|---') !== true);
  expect(rows.length).toBeGreaterThanOrEqual(least);
  for (const row of rows) {
    const named = [...row.matchAll(/`(tests\/[^`]+)`/g)].map(([, name]) => `${name}.test.ts`);
    expect(named, row).not.toEqual([]);
    expect(
      named.filter((name) => !fs.existsSync(path.join(root, name))),
      row,
    ).toEqual([]);
  }
});
