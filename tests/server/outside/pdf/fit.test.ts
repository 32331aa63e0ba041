import { expect, test } from 'vitest';
import { closerFits, isFilled, movedDown, ROOMY, type Drawn, type Layout } from '#server/outside/pdf/fit.ts';

const DRAWN: Drawn = [
  { kind: 'identity', events: 0 },
  { kind: 'facts', events: 0 },
  { kind: 'heading', events: 0 },
  { kind: 'signatures', events: 0 },
  { kind: 'heading', events: 0 },
  { kind: 'timeline', events: 12 },
  { kind: 'digests', events: 0 },
];

/** A layout whose last page has so many mm in use, with the signatures so far down on the page before. */
function layout(used: number, signatures = 140): Layout {
  const parts = [30, 60, signatures, signatures + 8, 200, 205].map((y, at) => ({ at, page: at < 2 ? 1 : 2, y }));
  return { page: 3, y: 25 + used, top: 25, bottom: 268, parts: [...parts, { at: 6, page: 3, y: 25 + used - 12 }] };
}

test('a last page is full from a quarter of its body, and a single page always', () => {
  expect(isFilled(layout(60))).toBe(false);
  expect(isFilled(layout(61))).toBe(true);
  expect(isFilled({ ...layout(5), page: 1 })).toBe(true);
});

test('a page is closed up only as far as that may be enough, and never in more than two layouts', () => {
  expect(closerFits(layout(10), DRAWN)).toEqual([
    { ...ROOMY, columns: 2 },
    { ...ROOMY, columns: 2, size: 9.2 },
  ]);
  const [first] = closerFits(layout(50), DRAWN);
  expect(first).toEqual({ ...ROOMY, columns: 2, size: 9.2 });
  expect(closerFits(layout(60), DRAWN.slice(0, 4))).toEqual([]);
});

test('where that is not enough the signatures begin the last page, if both pages then hold enough', () => {
  expect(movedDown(layout(20), DRAWN)[0]).toEqual({ ...ROOMY, before: 2 });
  // So high up that they would leave an empty page behind.
  expect(movedDown(layout(20, 40), DRAWN)[0]).toEqual({ ...ROOMY, before: 4 });
  // Nothing can begin a page: the last events stay together.
  const alone = { ...layout(20), parts: [] };
  expect(movedDown(alone, DRAWN)).toMatchObject([{ before: -1 }, { before: -1, tail: 0 }]);
  expect(movedDown(alone, DRAWN)[0]?.tail).toBeGreaterThan(10);
});

test('where no part that moves is enough, every page ends a little higher', () => {
  // 28 % of 243 mm, of which 20 are there, from two pages before it; the last part of these begins 63 mm above the foot.
  expect(movedDown(layout(20), DRAWN)[1]).toEqual({ ...ROOMY, free: 83 });
  const full = { ...layout(20), page: 2, parts: [{ at: 1, page: 1, y: 262 }] };
  expect(movedDown(full, DRAWN.slice(0, 4)).at(-1)).toEqual({ ...ROOMY, free: 50 });
});
