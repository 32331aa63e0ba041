import { exportedWords, filterWords } from '#src/results/export-words.ts';
import { expect, test } from 'vitest';

const list = { noun: 'patients', file: 'patients', total: 43, filters: [] };

test.each([
  [list, 'The 43 patients of this list, on all its pages. No filter is set.'],
  [{ ...list, total: 1 }, 'The 1 patient of this list, on all its pages. No filter is set.'],
  [{ ...list, total: null }, 'All patients of this list, on all its pages. No filter is set.'],
  [{ ...list, total: 1001, isCapped: true }, 'More than 1,000 patients of this list, on all its pages. No filter is set.'],
  [{ ...list, filters: ['Active', 'mine'] }, 'The 43 patients of this list, on all its pages. Filter: Active, mine.'],
])('a list is named with its number and filters: %j', (of, words) => {
  expect(exportedWords(of)).toBe(words);
});

test('a search is named, its text is not', () => {
  expect(filterWords([false, 'Active', undefined], 'Smith')).toEqual(['Active', 'what you searched for']);
  expect(filterWords([], '')).toEqual([]);
});
