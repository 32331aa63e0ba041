import type { Strokes } from '#domain/signing/signature.ts';

/** A point in the pad library's format: CSS pixels from the pad's corner, `time` in epoch ms. */
export type PadPoint = { x: number; y: number; time: number; color?: string };
type Size = { width: number; height: number };

const clamp = (value: number) => Math.min(1, Math.max(0, value));
const fine = (value: number) => Math.round(clamp(value) * 10_000) / 10_000;

/**
 * Converts the pad's points into stored and sent strokes: 0..1 of the pad, ms from the first point.
 *
 * At pen-up the library repeats a point of a moment before; a step back in time is left out, or each line would
 * end in a small hook. Repeated points are left out too.
 */
export function strokesOf(groups: readonly (readonly PadPoint[])[], { width, height }: Size): Strokes {
  const start = groups[0]?.[0]?.time ?? 0;
  return groups
    .map((group) => group.filter((point, at) => isStep(group[at - 1], point)))
    .filter((group) => group.length > 0)
    .map((group) => group.map(({ x, y, time }) => ({ x: fine(x / width), y: fine(y / height), t: Math.max(0, time - start) })));
}

function isStep(before: PadPoint | undefined, { x, y, time }: PadPoint): boolean {
  if (before === undefined) return true;
  return time > before.time || (time === before.time && (x !== before.x || y !== before.y));
}

/**
 * Converts stored strokes into points for a pad of this size. The library leaves the last point of a line undrawn, so it is
 * repeated.
 *
 * @param startedAt - epoch ms of the first point
 */
export function padPointsOf(
  strokes: Strokes,
  { width, height, color, startedAt }: Size & { color: string; startedAt: number },
): PadPoint[][] {
  return strokes.map((stroke) => {
    const points = stroke.map(({ x, y, t }) => ({ x: x * width, y: y * height, time: startedAt + t, color }));
    const last = points.at(-1);
    return last === undefined || points.length === 1 ? points : [...points, last];
  });
}

/** Start of a drawing's clock, in the time of `now` (ms), so that a continued drawing goes on from its last point. */
export function inkStart(strokes: Strokes, now: number): number {
  return now - (strokes.at(-1)?.at(-1)?.t ?? 0);
}
