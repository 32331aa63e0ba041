import { expect, test } from 'vitest';
import { durationInProse, durationWords, numberWord } from '#domain/base/duration-words.ts';
import { DAY, HOUR, MINUTE } from '#domain/base/limits.ts';

test.each([
  [15_000, '15 seconds'],
  [MINUTE, 'one minute'],
  [2 * MINUTE, 'two minutes'],
  [90 * MINUTE, '90 minutes'],
  [HOUR, 'one hour'],
  [12 * HOUR, '12 hours'],
  [DAY, '24 hours'],
  [7 * DAY, 'seven days'],
])('%i ms are %s', (ms, words) => {
  expect(durationWords(ms)).toBe(words);
});

test('numbers up to ten are words, larger ones digits', () => {
  expect([1, 5, 10, 11, 10_000].map(numberWord)).toEqual(['one', 'five', 'ten', '11', '10,000']);
});

test.each([
  [12 * HOUR, 'twelve hours'],
  [14 * DAY, 'fourteen days'],
  [15 * DAY, '15 days'],
])('%i ms are %s in the description of the calls', (ms, words) => {
  expect(durationInProse(ms)).toBe(words);
});
