import { upcast } from '#store/crypto/upcast.ts';
import { expect, test } from 'vitest';

test('what an older build sealed is raised to this build’s shape, a version at a time and only in its own table', () => {
  const steps = [
    { table: 'ops', from: 2, raise: (value: unknown) => `${String(value)} to 3` },
    { table: 'ops', from: 1, raise: (value: unknown) => `${String(value)} to 2` },
    { table: 'patients', from: 1, raise: () => 'wrong' },
  ];
  expect([1, 2, 3].map((sv) => upcast({ table: 'ops', sv, value: 'old' }, steps))).toEqual(['old to 2 to 3', 'old to 3', 'old']);
});
