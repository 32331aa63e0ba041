import { TOTALS } from '#src/screens/home/figure-rows.ts';
import { expect, test } from 'vitest';

test('each state is counted in one total, and what lapsed by itself is not counted among what somebody decided', () => {
  const counted = TOTALS.flatMap(({ of }) => [...of]);
  expect(new Set(counted).size).toBe(counted.length);
  expect(TOTALS.find(({ of }) => of.some((each) => each === 'expired'))?.of).toEqual(['expired']);
});
