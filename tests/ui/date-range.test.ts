import { dayProblem, daysOf, stretchOf, STRETCHES } from '#src/ui/fields/date-range.ts';
import { expect, test } from 'vitest';

const today = '2026-03-01';

test('a usual stretch ends today and counts today in', () => {
  expect(daysOf('TODAY', today).from).toBe('2026-03-01');
  expect(daysOf('WEEK', today).from).toBe('2026-02-23');
  expect(daysOf('MONTH', today).from).toBe('2026-01-31');
  expect(daysOf('ANY', today)).toEqual({ from: undefined, to: undefined });
});

test('an address that somebody comes back to shows the stretch that it means', () => {
  for (const { value } of STRETCHES.filter((each) => each.value !== 'OWN'))
    expect(stretchOf(daysOf(value, today), today)).toBe(value);
  expect(stretchOf({ from: '2026-02-02', to: undefined }, today)).toBe('OWN');
  expect(stretchOf({ from: undefined, to: '2026-03-01' }, today)).toBe('OWN');
});

test('a day that does not exist is told, an empty one is an open end', () => {
  expect(dayProblem('2026-02-30')).toBe('This must be a real date');
  expect(dayProblem('')).toBeUndefined();
  expect(dayProblem('2026-02-28')).toBeUndefined();
});
