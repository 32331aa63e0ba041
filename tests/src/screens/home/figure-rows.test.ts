import { FIGURE_SERIES } from '#domain/figures.ts';
import { CASE_STATUSES } from '#domain/states.ts';
import { COUNTED, countedStates, type CaseAmounts } from '#src/screens/home/case-counts.ts';
import { countedWords } from '#src/screens/home/counted-words.ts';
import { CHARTS, figureRows, isEmptyChart, sumOf, withoutEmptyStart } from '#src/screens/home/figure-rows.ts';
import { expect, test } from 'vitest';

const counts = Object.fromEntries(COUNTED.map(({ count }, at) => [count, at])) as Omit<CaseAmounts, 'total' | 'confirmDue'>;
const amounts: CaseAmounts = { ...counts, total: 55, confirmDue: 1 };

test('every state is counted once, so that the counts shown are all cases', () => {
  expect(COUNTED.map(({ status }) => status).toSorted()).toEqual([...CASE_STATUSES].toSorted());
  const sum = countedStates(amounts, { isShort: false }).reduce((all, { count }) => all + amounts[count], 0);
  expect(sum).toBe(amounts.total);
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
