import { expect, test } from 'vitest';
import { closedMonths, lastClosedMonth } from '#domain/experience/experience-months.ts';

const at = (instant: string) => lastClosedMonth(Date.parse(instant), 'Europe/London');

test('a month closes once whoever signed in its last minute can answer no more, by the clock of the hospital', () => {
  expect(at('2026-11-30T12:00:00.000Z')).toBe('2026-10');
  expect(at('2026-12-01T01:59:59.000Z')).toBe('2026-10');
  expect(at('2026-12-01T02:00:00.000Z')).toBe('2026-11');
  // In summer midnight is at 23:00 UTC.
  expect(at('2026-06-30T23:30:00.000Z')).toBe('2026-05');
  expect(at('2026-07-01T01:00:00.000Z')).toBe('2026-06');
  expect(at('2027-01-15T12:00:00.000Z')).toBe('2026-12');
});

test('figures are of closed months, the newest first, and of two years at most', () => {
  expect(closedMonths({ from: '2026-08', to: '2026-12' }, '2026-10')).toEqual(['2026-10', '2026-09', '2026-08']);
  expect(closedMonths({ from: '2025-12', to: '2026-01' }, '2026-10')).toEqual(['2026-01', '2025-12']);
  expect(closedMonths({ from: '2026-11', to: '2026-12' }, '2026-10')).toEqual([]);
  expect(closedMonths({ from: '1900-01', to: '2026-10' }, '2026-10')).toHaveLength(24);
});
