import { expect, test } from 'vitest';
import { inkStart, padPointsOf, strokesOf, type PadPoint } from '#src/signature/pad-points.ts';

const START = 1_786_000_000_000;
const pad = { width: 600, height: 200 };
const line: PadPoint[] = [
  { x: 60, y: 100, time: START },
  { x: 120, y: 50, time: START + 16 },
  { x: 180, y: 100, time: START + 32 },
];

test('ink is kept in parts of the pad and milliseconds from its first point', () => {
  expect(strokesOf([line], pad)).toEqual([
    [
      { x: 0.1, y: 0.5, t: 0 },
      { x: 0.2, y: 0.25, t: 16 },
      { x: 0.3, y: 0.5, t: 32 },
    ],
  ]);
});

test('a line that leaves the pad is kept to its edge', () => {
  const out: PadPoint = { x: 700, y: -20, time: START + 40 };
  expect(strokesOf([[...line, out]], pad)[0]?.at(-1)).toEqual({ x: 1, y: 0, t: 40 });
});

test('the earlier point that the library adds once more at pen-up makes no hook', () => {
  const [, before] = line;
  expect(strokesOf([[...line, ...(before === undefined ? [] : [before])]], pad)).toEqual(strokesOf([line], pad));
});

test('ink that is drawn again on a pad of another size is the same ink', () => {
  const kept = strokesOf([line, line.map((point) => ({ ...point, time: point.time + 500 }))], pad);
  const small = { width: 333, height: 111 };
  const again = padPointsOf(kept, { ...small, color: '#000', startedAt: START });
  expect(strokesOf(again, small)).toEqual(kept);
  const once = padPointsOf(strokesOf(again, small), { ...pad, color: '#000', startedAt: START });
  expect(strokesOf(once, pad)).toEqual(kept);
});

test('a line drawn after the tablet was turned goes on in the same time', () => {
  const kept = strokesOf([line], pad);
  const turned = padPointsOf(kept, { ...pad, color: '#000', startedAt: START });
  const later: PadPoint[] = [{ x: 10, y: 10, time: START + 2000 }];
  const all = strokesOf([...turned, later], pad);
  expect(all[1]?.[0]?.t).toBe(2000);
  expect(5000 - inkStart(all, 5000)).toBe(2000);
});

test('a dot is kept as one point', () => {
  expect(strokesOf([[{ x: 300, y: 100, time: START }]], pad)).toEqual([[{ x: 0.5, y: 0.5, t: 0 }]]);
});

test('ink that is gone on with goes on from its last moment', () => {
  expect(inkStart([], 5000)).toBe(5000);
  expect(5000 - inkStart([[{ x: 0, y: 0, t: 0 }], [{ x: 1, y: 1, t: 900 }]], 5000)).toBe(900);
});
