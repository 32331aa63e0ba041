import { expect, test } from 'vitest';
import { horizonOf, isUrgent } from '#domain/cases/horizon.ts';
import { AHEAD_DEFAULTS } from '#domain/organisation/ahead-settings.ts';

const ZONE = 'Europe/London';

test.each([
  [null, false],
  ['2026-11-29', false],
  ['2026-11-30', true],
  ['2026-12-01', true],
  ['2026-12-02', true],
  ['2026-12-03', false],
])('an operation listed for %s is urgent on 30 November: %s', (listedOn, expected) => {
  expect(isUrgent(listedOn, horizonOf(Date.parse('2026-11-30T23:30:00Z'), ZONE, AHEAD_DEFAULTS))).toBe(expected);
});

test.each([
  ['at noon', '2026-11-30T12:00:00Z', { urgentHours: 36, aheadDays: 10 }, '2026-12-02', '2026-12-10'],
  ['just before noon', '2026-11-30T11:59:00Z', { urgentHours: 36, aheadDays: 10 }, '2026-12-01', '2026-12-10'],
  // The night that is an hour longer, and the one that is an hour shorter.
  ['before clocks go back', '2026-10-23T23:10:00Z', { urgentHours: 48, aheadDays: 7 }, '2026-10-26', '2026-10-31'],
  ['before clocks go forward', '2026-03-28T23:30:00Z', { urgentHours: 48, aheadDays: 7 }, '2026-03-30', '2026-04-04'],
])('the horizon %s follows the settings and the clock on the wall', (_, at, settings, urgentUntil, aheadUntil) => {
  expect(horizonOf(Date.parse(at), ZONE, settings)).toMatchObject({ urgentUntil, aheadUntil });
});
