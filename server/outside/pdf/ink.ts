import type { InkPoint } from './blocks.ts';

/** The pad's size in the units of the drawing: three times as wide as high. */
const WIDTH = 300;
const HEIGHT = 100;

/**
 * Draws signature strokes as an SVG of smooth lines; a stroke of one point becomes a dot.
 * Coordinates outside the pad are moved to its edge, so ink never leaves its box.
 */
export function inkSvg(strokes: readonly (readonly InkPoint[])[]): string {
  const lines = strokes.filter((stroke) => stroke.length > 0).map((stroke) => path(stroke));
  const pen = 'fill="none" stroke="#10243e" stroke-width="2.1" stroke-linecap="round" stroke-linejoin="round"';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">` +
    `<path ${pen} d="${lines.join('')}"/></svg>`
  );
}

/** Runs through the middles of neighbouring points, each point bending the line between two middles. */
function path(stroke: readonly InkPoint[]): string {
  const points = stroke.map(({ x, y }) => ({ x: within(x) * WIDTH, y: within(y) * HEIGHT }));
  const [first, ...rest] = points;
  const last = points.at(-1);
  if (!first || !last) return '';
  let drawn = `M${pair(first)}`;
  for (const [index, point] of rest.slice(0, -1).entries()) {
    const next = rest[index + 1] ?? last;
    drawn += `Q${pair(point)} ${pair({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`;
  }
  return points.length === 1 ? `${drawn}l0.01 0` : `${drawn}L${pair(last)}`;
}

function within(part: number): number {
  return Number.isFinite(part) ? Math.min(1, Math.max(0, part)) : 0;
}

function pair({ x, y }: InkPoint): string {
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}
