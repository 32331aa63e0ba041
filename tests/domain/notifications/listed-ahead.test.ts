import { expect, test } from 'vitest';
import { confirmStepOf, lastDayAhead, notReadyMorning } from '#domain/notifications/listed-ahead.ts';
import { HOUR } from '#domain/base/limits.ts';

// The day before each mail of the day, at noon, in London: what it will hold.
const LONDON = 'Europe/London';
const noonOf = (date: string) => Date.parse(`${date}T12:00:00Z`);
const stepsOn = (date: string, listed: readonly string[]) => listed.map((day) => confirmStepOf(day, noonOf(date), LONDON));

test('on working days the mail of the morning holds what is listed in 2, 7 and 28 days', () => {
  // Monday: the mail of Tuesday 8 December.
  const days = ['2026-12-09', '2026-12-10', '2026-12-11', '2026-12-15', '2026-12-16', '2027-01-05', '2027-01-06'];
  expect(stepsOn('2026-12-07', days)).toEqual([2, 2, 7, 7, 28, 28, null]);
  expect(lastDayAhead(noonOf('2026-12-07'), LONDON)).toBe('2027-01-05');
});

test('what the weekend would be too late for is in the mail of Friday', () => {
  // Thursday: the mail of Friday 11 December; the one after it is of Monday.
  expect(stepsOn('2026-12-10', ['2026-12-14', '2026-12-15', '2026-12-16', '2026-12-20', '2026-12-21'])).toEqual([2, 2, 7, 7, 28]);
});

test('an operation of today is still told of, and none that is over', () => {
  expect(stepsOn('2026-12-10', ['2026-12-10', '2026-12-09'])).toEqual([2, null]);
});

test('the list of the next two working days is told of, with the weekend between them, and no other', () => {
  const morningOf = (date: string, listed: string) => notReadyMorning(listed, noonOf(date), LONDON);
  // Wednesday: the mail of Thursday 10 December.
  const days = ['2026-12-09', '2026-12-10', '2026-12-11', '2026-12-13', '2026-12-14', '2026-12-15'];
  expect(days.map((day) => morningOf('2026-12-09', day))).toEqual([null, ...Array<string>(4).fill('2026-12-10'), null]);
  // Before the mail of the same morning.
  expect(notReadyMorning('2026-12-10', noonOf('2026-12-10') - 5 * HOUR, LONDON)).toBe('2026-12-10');
});
