import { clockOffset, learnServerTime, serverNow } from '#src/session/clock.ts';
import { expect, test } from 'vitest';

test('a tablet that is an hour slow still knows when a session ends', () => {
  const tablet = Date.parse('2026-08-06T13:05:00.500Z');
  learnServerTime('Thu, 06 Aug 2026 14:05:00 GMT', tablet);
  expect(clockOffset()).toBe(3_600_000);
  expect(new Date(serverNow(tablet)).toISOString()).toBe('2026-08-06T14:05:00.500Z');
});

test('an answer without a readable date changes nothing', () => {
  const before = clockOffset();
  learnServerTime(null, 0);
  learnServerTime('soon', 0);
  expect(clockOffset()).toBe(before);
});
