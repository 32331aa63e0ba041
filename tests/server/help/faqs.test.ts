import { expect, test } from 'vitest';
import { FAQS } from '#server/help/faqs.ts';

test('every question has an id of its own, and an answer that is read in one breath', () => {
  expect(new Set(FAQS.map(({ _id }) => _id)).size).toBe(FAQS.length);
  expect(new Set(FAQS.map(({ question }) => question)).size).toBe(FAQS.length);
  expect(FAQS.filter(({ answer }) => answer.split(/\s+/).length > 60).map(({ _id }) => _id)).toEqual([]);
  expect(FAQS.filter(({ answer }) => !/[.!]$/.test(answer)).map(({ _id }) => _id)).toEqual([]);
});

test('a group stands together, and no group is a single question', () => {
  const groups = FAQS.map(({ group }) => group);
  const runs = groups.filter((group, at) => group !== groups[at - 1]);
  expect(new Set(runs).size).toBe(runs.length);
  for (const group of runs) expect(groups.filter((each) => each === group).length).toBeGreaterThan(1);
});
