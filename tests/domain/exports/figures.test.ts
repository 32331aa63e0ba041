import { expect, test } from 'vitest';
import { bucketsUpTo } from '#domain/exports/buckets.ts';
import { daysOfBucket } from '#domain/exports/figures.ts';

test.each([
  ['2026-11-25', 'day', '2026-11-25', '2026-11-25'],
  ['2026-12-28', 'week', '2026-12-28', '2027-01-03'],
  ['2028-02', 'month', '2028-02-01', '2028-02-29'],
  ['2026-12', 'month', '2026-12-01', '2026-12-31'],
] as const)('the days of %s, a %s, are %s to %s', (label, granularity, from, to) => {
  expect(daysOfBucket(label, granularity)).toEqual({ from, to });
});

test('the days of all bars follow each other without a gap', () => {
  for (const granularity of ['day', 'week', 'month'] as const) {
    const days = bucketsUpTo('2027-03-02', granularity).labels.map((label) => daysOfBucket(label, granularity));
    for (const [at, { from }] of days.entries()) {
      const before = days[at - 1]?.to;
      if (before !== undefined) expect(Date.parse(from) - Date.parse(before), `${granularity} ${from}`).toBe(86_400_000);
    }
  }
});
