import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  shownFigures,
  SHOWN_FROM,
  wilson,
  type ExperienceCell,
  type ExperienceFigure,
} from '#domain/experience/experience-figures.ts';

const SIZE = 6;
const names = (letter: string) => Array.from({ length: SIZE }, (_, at) => `${letter}${at}`);
const PROCEDURES = names('p');
const MONTHS = names('2026-1');

/** A table of answers: mostly small cells, as a hospital has them. */
const tables = fc
  .array(
    fc.double({ min: 0, max: 1, noNaN: true }).map((x) => Math.floor(x ** 2 * 60)),
    { minLength: SIZE * SIZE, maxLength: SIZE * SIZE },
  )
  .chain((counts) =>
    fc
      .tuple(...counts.map((n) => fc.integer({ min: 0, max: n }).map((top) => ({ n, top }))))
      .map((cells) =>
        cells.flatMap((cell, at): ExperienceCell[] =>
          cell.n === 0 ? [] : [{ ...cell, procedureID: PROCEDURES[Math.floor(at / SIZE)] ?? '', month: MONTHS[at % SIZE] ?? '' }],
        ),
      ),
  );

/**
 * The hidden cells that somebody opens who takes shown figures from one another: each line of the table, each of its columns and the whole give an
 * equation, and an equation with one unknown opens it. Cells without answers are known to nobody.
 */
function openedCells(cells: readonly ExperienceCell[], figures: readonly ExperienceFigure[]): string[] {
  const known = new Map<string, number>();
  const key = (procedureID: string | null, month: string | null) => `${procedureID} ${month}`;
  for (const { procedureID, month, n } of figures)
    if (n !== null && procedureID !== null && month !== null) known.set(key(procedureID, month), n);
  const sums = figures.filter(({ procedureID, month, n }) => n !== null && (procedureID === null || month === null));
  const nOf = (procedureID: string, month: string) =>
    cells.find((cell) => cell.procedureID === procedureID && cell.month === month)?.n ?? 0;
  const opened: string[] = [];
  for (let isMore = true; isMore;) {
    isMore = false;
    for (const { procedureID, month, n } of sums) {
      const parts = PROCEDURES.filter((each) => procedureID === null || each === procedureID).flatMap((p) =>
        MONTHS.filter((each) => month === null || each === month).map((m) => ({ p, m })),
      );
      const unknown = parts.filter(({ p, m }) => !known.has(key(p, m)));
      const [only] = unknown;
      if (only === undefined || unknown.length !== 1) continue;
      const rest = (n ?? 0) - parts.reduce((sum, { p, m }) => sum + (known.get(key(p, m)) ?? 0), 0);
      known.set(key(only.p, only.m), rest);
      isMore = true;
      const real = nOf(only.p, only.m);
      if (real > 0 && real < SHOWN_FROM && rest === real) opened.push(key(only.p, only.m));
    }
  }
  return opened;
}

test('of 2,000 tables no hidden cell is opened by subtracting what is shown, and no figure has fewer answers than are shown', () => {
  let opened = 0;
  let small = 0;
  fc.assert(
    fc.property(tables, (cells) => {
      const figures = shownFigures(cells, MONTHS);
      opened += openedCells(cells, figures).length;
      small += figures.filter(({ n }) => n !== null && n < SHOWN_FROM).length;
    }),
    { numRuns: 2000, seed: 5 },
  );
  expect({ opened, small }).toEqual({ opened: 0, small: 0 });
});

test('a sum is that of shown cells, with the share who gave the best answer three times; what is hidden has no number', () => {
  const cells: ExperienceCell[] = [
    { procedureID: 'p0', month: '2026-10', n: 40, top: 30 },
    { procedureID: 'p0', month: '2026-11', n: 9, top: 9 },
    { procedureID: 'p1', month: '2026-11', n: 10, top: 0 },
    { procedureID: 'p2', month: '2026-11', n: 1, top: 0 },
  ];
  const figures = shownFigures(cells, ['2026-11', '2026-10', '2026-09']);
  const of = (procedureID: string | null, month: string | null) =>
    figures.find((each) => each.procedureID === procedureID && each.month === month);
  expect(of(null, null)).toMatchObject({ n: 50, top: 0.6 });
  expect(of('p0', null)).toMatchObject({ n: 40, top: 0.75 });
  expect(of('p0', '2026-11')).toBeUndefined();
  // Its name alone would tell that somebody has answered.
  expect(figures.filter(({ procedureID }) => procedureID === 'p2')).toEqual([]);
  expect(of(null, '2026-09')).toMatchObject({ n: null, top: null });
  expect(of(null, '2026-11')).toMatchObject({ n: 10, top: 0, low: 0 });
});

test('the interval is Wilson’s of 95 %, and stays between 0 and 1', () => {
  // Newcombe RG. Stat Med 1998;17:857-872, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
  const published = [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const;
  for (const [successes, n, low, high] of published) {
    const found = wilson(successes, n);
    expect([found.low.toFixed(4), found.high.toFixed(4)]).toEqual([low.toFixed(4), high.toFixed(4)]);
  }
  expect(wilson(10, 10).high).toBe(1);
});
