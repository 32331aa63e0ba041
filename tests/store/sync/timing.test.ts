import { jitteredDelay, parseRetryAfter, SYNC_TIMING } from '#store/sync/timing.ts';
import { expect, test } from 'vitest';

test('back-off is anything up to a limit that doubles, and never more than five minutes', () => {
  const most = (attempts: number) => jitteredDelay(attempts, () => 0.999999, SYNC_TIMING);
  expect([0, 1, 2, 3].map(most)).toEqual([999, 1999, 3999, 7999]);
  expect(most(50)).toBeLessThanOrEqual(300_000);
  expect(most(5000)).toBeGreaterThan(299_000);
  expect(jitteredDelay(50, () => 0, SYNC_TIMING)).toBe(0);
});

test('a Retry-After is read in seconds and as a date; nonsense is none, and a year is an hour', () => {
  const now = Date.parse('2026-08-06T14:05:00.000Z');
  const read = (header: string | null, own: object = { 'x-app': 'consent' }) =>
    parseRetryAfter(new Headers({ ...(header === null ? {} : { 'retry-after': header }), ...own }), now, SYNC_TIMING);
  expect(read('180')).toBe(180_000);
  expect(read('Thu, 06 Aug 2026 14:06:00 GMT')).toBe(60_000);
  expect(read('Thu, 06 Aug 2026 14:00:00 GMT')).toBe(0);
  expect([read('soon'), read(''), read(null)]).toEqual([null, null, null]);
  expect(read('31536000')).toBe(3_600_000);
  expect([read('3600', {}), read('60', {})], 'of a gateway').toEqual([120_000, 60_000]);
});
