import { expect, test } from 'vitest';
import { isOfTheirOwn } from '#domain/organisation/second-person.ts';

const FIRST = { id: 'first', at: '2026-11-28T12:00:00.000Z' };
const LONG_AGO = '2020-01-01T00:00:00.000Z';

test.each([
  ['somebody who was grants nothing since the account was made', [], LONG_AGO, true],
  ['somebody whom another person let in long ago', [{ at: LONG_AGO, by: 'other' }], LONG_AGO, true],
  ['exactly seven days before', [{ at: '2026-11-21T12:00:00.000Z', by: 'other' }], LONG_AGO, true],
  ['a second later', [{ at: '2026-11-21T12:00:01.000Z', by: 'other' }], LONG_AGO, false],
  ['since the first one decided', [{ at: '2026-11-28T12:00:01.000Z', by: 'other' }], LONG_AGO, false],
  ['somebody whom the first one let in, however long ago', [{ at: LONG_AGO, by: 'first' }], LONG_AGO, false],
  [
    'a plan that ran and that another one prolonged since',
    [{ at: '2026-11-29T12:00:00.000Z', by: 'other', isRunningPlan: true }],
    LONG_AGO,
    true,
  ],
  [
    'a plan that ran and that the first one prolonged long ago',
    [{ at: LONG_AGO, by: 'first', isRunningPlan: true }],
    LONG_AGO,
    true,
  ],
  [
    'a plan that ran and that the first one prolonged since',
    [{ at: '2026-11-29T12:00:00.000Z', by: 'first', isRunningPlan: true }],
    LONG_AGO,
    false,
  ],
  [
    'a plan that had ended and that the first one let run again long ago',
    [{ at: LONG_AGO, by: 'first', isRunningPlan: false }],
    LONG_AGO,
    false,
  ],
  ['an account of yesterday', [], '2026-11-27T12:00:00.000Z', false],
])('%s: of their own %s', (_, grants, since, is) => {
  expect(isOfTheirOwn(FIRST, { grants, since })).toBe(is);
});
