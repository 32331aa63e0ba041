import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

test('every control of the list of hazards names tests that are there', () => {
  const rows = fs.readFileSync(path.join(root, 'docs/hazards.md'), 'utf8').split('\n').slice(6).filter(Boolean);
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const named = [...row.matchAll(/`(tests\/[^`]+)`/g)].map(([, name]) => `${name}.test.ts`);
    expect(named, row).not.toEqual([]);
    expect(
      named.filter((name) => !fs.existsSync(path.join(root, name))),
      row,
    ).toEqual([]);
  }
});
