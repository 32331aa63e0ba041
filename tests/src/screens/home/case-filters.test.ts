import { caseChips, type CaseAmounts } from '#src/screens/home/case-filters.ts';
import { expect, test } from 'vitest';

const none: CaseAmounts = {
  total: 0,
  draft: 0,
  underReview: 0,
  ready: 0,
  sent: 0,
  partiallySigned: 0,
  signed: 0,
  declined: 0,
  withdrawn: 0,
  expired: 0,
  voided: 0,
  superseded: 0,
};

test('the work of the day is always offered, with its counts', () => {
  expect(caseChips({ ...none, total: 9, draft: 4, signed: 5 }, 'ALL').map(({ label, count }) => `${label} ${count}`)).toEqual([
    'All 9',
    'Drafts 4',
    'To sign 0',
    'Partly signed 0',
    'Signed 5',
  ]);
});

test('a withdrawn consent gets a filter of its own as soon as there is one', () => {
  expect(caseChips({ ...none, withdrawn: 1 }, 'ALL').map(({ value }) => value)).toContain('WITHDRAWN');
  expect(caseChips(none, 'ALL').map(({ value }) => value)).not.toContain('WITHDRAWN');
});

test('the filter that is chosen stays, even when nothing is left in it', () => {
  expect(caseChips(none, 'DECLINED').map(({ value }) => value)).toContain('DECLINED');
});

test('without counts the filters stand alone', () => {
  expect(caseChips(undefined, 'ALL').every(({ count }) => count === undefined)).toBe(true);
});
