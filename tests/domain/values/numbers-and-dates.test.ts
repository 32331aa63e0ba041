import {
  ageOn,
  daysInMonth,
  isFuture,
  isPlainDate,
  localDate,
  longDate,
  longTime,
  plainDateOf,
  shortDate,
} from '#domain/values/plain-date.ts';
import { spacedNhsNumber } from '#domain/values/nhs-number.ts';
import { bareNhsNumber } from '#domain/values/nhs-number.ts';
import { isNhsNumber, NhsNumber } from '#domain/values/nhs-number-field.ts';
import { HOUR } from '#domain/base/limits.ts';
import { extend, SESSION_CAP, SessionOver } from '#domain/accounts/session.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';

test.each([
  ['9434765919', true],
  ['4010232137', true],
  ['9990000018', true],
  ['9434765918', false],
  ['9990000019', false],
  ['0000000000', true],
  ['1234567890', false],
  ['943476591', false],
  ['94347659190', false],
  ['943476591x', false],
  ['', false],
])('%s as an NHS number: %s', (digits, valid) => {
  expect(isNhsNumber(digits)).toBe(valid);
});

test('a check digit of ten is never valid, whatever stands in its place', () => {
  // 999000002: the sum leaves 1, so that the check digit would be 10.
  const impossible = Array.from({ length: 1000 }, (_, at) => String(999_000_000 + at)).filter((body) =>
    [...'0123456789'].every((digit) => !isNhsNumber(body + digit)),
  );
  expect(impossible.length).toBeGreaterThan(50);
});

test('an NHS number is read 3 3 4, kept bare and shown spaced, and what it fails at is said once', () => {
  expect(v.parse(NhsNumber, '943 476-5919')).toBe('9434765919');
  expect(bareNhsNumber('943 476 5919')).toBe('9434765919');
  expect(spacedNhsNumber('9434765919')).toBe('943 476 5919');
  expect(v.safeParse(NhsNumber, '12').issues?.map(({ message }) => message)).toEqual(['The NHS number must have 10 digits']);
  expect(v.safeParse(NhsNumber, '9434765918').issues?.map(({ message }) => message)).toEqual([
    'The NHS number is not valid: please check each digit',
  ]);
});

test.each([
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['1900-02-29', false],
  ['2000-02-29', true],
  ['1950-13-01', false],
  ['1950-00-10', false],
  ['1950-04-31', false],
  ['1950-4-1', false],
  ['1950-04-01T00:00', false],
  ['', false],
])('%s is a day that exists: %s', (text, exists) => {
  expect(isPlainDate(text)).toBe(exists);
});

test('months have their days', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((month) => daysInMonth(2026, month))).toEqual([
    31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
  ]);
  expect(daysInMonth(2026, 13)).toBe(0);
});

test.each([
  // An hour before midnight UTC it is tomorrow already where summer time or another zone is.
  ['2026-08-06T22:59:00Z', 'Europe/London', '2026-08-06'],
  ['2026-08-06T23:00:00Z', 'Europe/London', '2026-08-07'],
  ['2026-08-06T10:00:00Z', 'Pacific/Kiritimati', '2026-08-07'],
  ['2026-08-06T09:00:00Z', 'America/Los_Angeles', '2026-08-06'],
])('at %s in %s a birth date after %s is in the future, and none before', (now, zone, last) => {
  const today = localDate(Date.parse(now), zone);
  const next = plainDateOf(Date.parse(last) + 86_400_000);
  expect([last, next].map((date) => isFuture(date, today))).toEqual([false, true]);
});

test.each([
  ['1950-03-14', '2026-03-13', 75],
  ['1950-03-14', '2026-03-14', 76],
  ['2008-02-29', '2026-02-28', 17],
  ['2008-02-29', '2026-03-01', 18],
  ['2026-08-06', '2026-08-06', 0],
])('born %s, on %s: %s years', (birth, on, years) => {
  expect(ageOn(birth, on)).toBe(years);
});

test('dates and times are written for people in the organisation’s zone, with its name', () => {
  expect([longDate('1950-03-04'), shortDate('1950-03-04')]).toEqual(['4 March 1950', '4 Mar 1950']);
  expect(longTime('2026-08-06T14:05:00.000Z', 'Europe/London')).toBe('6 August 2026, 15:05 BST');
  expect(longTime('2026-12-06T23:30:00.000Z', 'Europe/London')).toBe('6 December 2026, 23:30 GMT');
  expect(localDate(Date.parse('2026-08-06T23:30:00Z'), 'Europe/London')).toBe('2026-08-07');
});

test('a session’s end moves an hour past its present end, not past now, and never beyond the twelfth hour', () => {
  const signedInAt = 1_000_000;
  expect(extend({ signedInAt, endsAt: signedInAt + HOUR, now: signedInAt + 1 })).toBe(signedInAt + 2 * HOUR);
  expect(extend({ signedInAt, endsAt: signedInAt + SESSION_CAP - 60_000, now: signedInAt })).toBe(signedInAt + SESSION_CAP);
});

test('a session that has ended, or has reached its last hour, is not extended', () => {
  const signedInAt = 1_000_000;
  expect(() => extend({ signedInAt, endsAt: signedInAt + HOUR, now: signedInAt + HOUR })).toThrow(SessionOver);
  expect(() => extend({ signedInAt, endsAt: signedInAt + SESSION_CAP, now: signedInAt + 1 })).toThrow(SessionOver);
});
