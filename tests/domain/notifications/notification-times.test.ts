import { expect, test } from 'vitest';
import { dueAt, listedDayWords } from '#domain/notifications/notification-times.ts';

const ZONE = 'Europe/London';
const due = (speed: Parameters<typeof dueAt>[0], at: string) => new Date(dueAt(speed, Date.parse(at), ZONE)).toISOString();

test.each([
  ['on a working day before half past seven', '2026-11-30T07:29:00Z', '2026-11-30T07:30:00.000Z'],
  ['at half past seven itself', '2026-11-30T07:30:00Z', '2026-12-01T07:30:00.000Z'],
  ['on a Friday afternoon', '2026-11-27T15:00:00Z', '2026-11-30T07:30:00.000Z'],
  ['on a Sunday', '2026-11-29T09:00:00Z', '2026-11-30T07:30:00.000Z'],
  ['in summer time', '2026-07-01T20:00:00Z', '2026-07-02T06:30:00.000Z'],
  ['in the night in which summer time begins', '2026-03-29T00:30:00Z', '2026-03-30T06:30:00.000Z'],
  ['in the week in which it ends', '2026-10-23T20:00:00Z', '2026-10-26T07:30:00.000Z'],
])('the mail of the day %s', (_, now, expected) => {
  expect(due('DAILY', now)).toBe(expected);
});

test('at once is now, and gathered is a quarter of an hour', () => {
  expect(due('NOW', '2026-11-30T12:00:00Z')).toBe('2026-11-30T12:00:00.000Z');
  expect(due('GATHERED', '2026-11-30T12:00:00Z')).toBe('2026-11-30T12:15:00.000Z');
});

test('the day of an urgent operation is today, tomorrow, or its date', () => {
  const now = Date.parse('2026-11-30T09:00:00Z');
  expect(['2026-11-30', '2026-12-01', '2026-12-02'].map((day) => listedDayWords(day, now, ZONE))).toEqual([
    'today',
    'tomorrow',
    '2 December 2026',
  ]);
});
