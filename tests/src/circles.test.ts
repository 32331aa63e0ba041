import { expect, test } from 'vitest';
import { importCircles } from '#tests/support/checks/floors.ts';

test.each(['src', 'sw', 'domain', 'contract'])('no files of %s import each other, by types or lazily', (room) => {
  expect(importCircles(room)).toEqual([]);
});
