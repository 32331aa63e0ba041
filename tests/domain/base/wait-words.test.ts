import { expect, test } from 'vitest';
import { failureMessage, FAILURES } from '#domain/base/messages.ts';
import { waitWords } from '#domain/base/wait-words.ts';

test.each([
  [0, 'in 1 second'],
  [1, 'in 1 second'],
  [59, 'in 59 seconds'],
  [60, 'in 1 minute'],
  [61, 'in 2 minutes'],
  [240, 'in 4 minutes'],
  [7200, 'in 120 minutes'],
  [7201, 'in 3 hours'],
  [86_400, 'in 24 hours'],
])('a wait of %i seconds is told as “%s”: never less than it is', (seconds, words) => {
  expect(waitWords(seconds)).toBe(words);
});

test('a refusal says how long to wait where that is known, and is the sentence of the catalogue everywhere else', () => {
  expect(failureMessage('SLOW_DOWN', 230)).toBe('Too many tries. Try again in 4 minutes.');
  expect(failureMessage('SLOW_DOWN')).toBe(FAILURES.SLOW_DOWN.message);
  expect(failureMessage('BUSY', 2)).toBe(FAILURES.BUSY.message);
});
