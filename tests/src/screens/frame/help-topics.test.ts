import { helpTopics, NAMED_TOPICS } from '#src/screens/frame/help-topics.ts';
import { FAQS } from '#server/help/faqs.ts';
import { expect, test } from 'vitest';

test('help of a screen names questions that there are', () => {
  const known = new Set(FAQS.map(({ _id }) => _id));
  expect(NAMED_TOPICS.filter((each) => !known.has(each))).toEqual([]);
  expect(NAMED_TOPICS.length).toBeGreaterThan(20);
});

test('a screen is found by its path in any case, whatever is searched there', () => {
  expect(helpTopics('/User-Management?person=1')).toEqual(helpTopics('/user-management'));
  expect(helpTopics('/listed')).toContain('lists-colours');
  expect(helpTopics('/terms')).toEqual([]);
});
