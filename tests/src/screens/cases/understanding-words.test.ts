import { expect, test } from 'vitest';
import { needsTalk, understandingOutcomeWords } from '#src/screens/cases/understanding-words.ts';

const wrong = (count: number) => Array.from({ length: count }, () => 'No');

test.each([
  ['SKIPPED', 0, 'Not answered'],
  ['SKIPPED', 1, 'Wrong once, then left'],
  ['SKIPPED', 2, 'Wrong twice, then left'],
  ['SKIPPED', 3, 'Wrong three times, then left'],
  ['WRONG', 1, 'Wrong'],
  ['WRONG', 2, 'Wrong, twice'],
  ['WRONG', 4, 'Wrong, four times'],
  ['RIGHT', 0, 'Right'],
  ['RIGHT', 1, 'Right at the second try'],
  ['RIGHT', 3, 'Right at the fourth try'],
] as const)('%s after %i wrong answers reads “%s”', (outcome, count, words) => {
  const result = { question: 'Why?', outcome, wrong: wrong(count) };
  expect(understandingOutcomeWords(result).words).toBe(words);
  // A wrong answer that was left is talked about as one that stands.
  expect(needsTalk(result)).toBe(outcome !== 'RIGHT' && count > 0);
});
