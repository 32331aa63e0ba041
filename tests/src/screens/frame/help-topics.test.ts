import { helpTopics } from '#src/screens/frame/help-topics.ts';
import { FAQS } from '#server/help/faqs.ts';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listRoutes } from '../../../../scripts/routes.mjs';

test('help of a screen names questions that there are', () => {
  const known = new Set(FAQS.map(({ _id }) => _id));
  const named = listRoutes(path.resolve(import.meta.dirname, '../../../..')).map((route) => helpTopics(route.path));
  expect(named.flat().filter((each) => !known.has(each))).toEqual([]);
  // Screens of staff that ask something of a person; what is read or left has no questions of its own.
  expect(named.filter((ids) => ids.length > 0).length).toBeGreaterThan(18);
});

test('a screen is found by its path in any case, whatever is searched there', () => {
  expect(helpTopics('/User-Management?person=1')).toEqual(helpTopics('/user-management'));
  expect(helpTopics('/listed')).toContain('lists-colours');
  expect(helpTopics('/terms')).toEqual([]);
});
