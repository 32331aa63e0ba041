import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SABOTAGES } from '#tests/sabotage/sabotages.ts';

const root = path.resolve(import.meta.dirname, '../..');

// Each sabotage itself runs for seconds and apart from these tests; a text that a rename took away is found here at once.
test.each(SABOTAGES)(
  'the text that a sabotage replaces occurs once in its file, and its tests exist: $name',
  ({ file, from, suite }) => {
    expect(fs.readFileSync(path.join(root, file), 'utf8').split(from)).toHaveLength(2);
    expect(fs.existsSync(path.join(root, suite)), suite).toBe(true);
  },
);
