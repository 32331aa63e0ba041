import { FIGURE_SERIES } from '#domain/exports/figures.ts';
import { CASE_STATUSES } from '#domain/base/states.ts';
import { countedStates, type CaseAmounts } from '#src/screens/home/case-counts.ts';
import { countedWords } from '#src/screens/home/counted-words.ts';
import { CHARTS, figureRows, isEmptyChart, sumOf, withoutEmptyStart } from '#src/screens/home/figure-rows.ts';
import { expect, test } from 'vitest';

/** Of each state as many cases as no other has. */
const amounts: CaseAmounts = {
  draft: 1,
  underReview: 2,
  ready: 4,
  sent: 8,
  partiallySigned: 16,
  signed: 32,
  declined: 64,
  withdrawn: 128,
  expired: 256,
  voided: 512,
  superseded: 1024,
  total: 2047,
  confirmDue: 5,
};

test('every state is counted once, so that the counts shown are all cases', () => {
  const states = countedStates(amounts, { isShort: false });
  expect(states.map(({ status }) => status).toSorted()).toEqual([...CASE_STATUSES].toSorted());
  expect(states.reduce((all, { count }) => all + amounts[count], 0)).toBe(amounts.total);
});

test('every series of the answer is in one chart', () => {
  expect(CHARTS.flatMap(({ series }) => series.map(({ name }) => name)).toSorted()).toEqual([...FIGURE_SERIES].toSorted());
});

test('rows have each series under its name, a median of nothing is none, and sums are of counts alone', () => {
  const rows = figureRows({
    granularity: 'month',
    labels: ['2026-10', '2026-11'],
    series: FIGURE_SERIES.map((key) => ({ key, values: key === 'medianDays' ? [null, 2.5] : [0, 3] })),
  });
  expect(rows.map(({ label, signed, medianDays }) => [label, signed, medianDays])).toEqual([
    ['Oct', 0, null],
    ['Nov', 3, 2.5],
  ]);
  expect([sumOf(rows, 'signed'), sumOf(rows, 'medianDays')]).toEqual([3, null]);
  for (const chart of CHARTS) {
    expect(withoutEmptyStart(rows, chart)).toEqual([rows[1]]);
    expect([isEmptyChart(rows, chart), isEmptyChart(rows.slice(0, 1), chart)]).toEqual([false, true]);
  }
});

test('a list that shows one number says of which days', () => {
  expect(countedWords({ figure: 'REMOTE', from: '2026-11-02', to: '2026-11-08' })).toBe(
    'Signed by a link, from 2 Nov 2026 to 8 Nov 2026',
  );
  expect(countedWords({ figure: 'WITHDRAWN', from: '2026-11-02', to: '2026-11-02' })).toBe('Withdrawn, 2 Nov 2026');
});
