import { PAD_RATIO, type Strokes } from '#domain/signing/signature.ts';

/** Width of the drawing, in its own units; its height is a third of it. */
export const INK_WIDTH = 300;
export const INK_HEIGHT = INK_WIDTH / PAD_RATIO;

/** A drawn signature as one SVG path: smooth through the middles of its points; a single point is a dot. */
export function inkPath(strokes: Strokes): string {
  return strokes.map(strokePath).join('');
}

function strokePath(stroke: Strokes[number]): string {
  const points = stroke.map(({ x, y }) => [round(x * INK_WIDTH), round(y * INK_HEIGHT)] as const);
  const [first, ...rest] = points;
  if (first === undefined) return '';
  const start = `M${first[0]} ${first[1]}`;
  const last = rest.at(-1);
  if (last === undefined) return `${start}h0`;
  const curves = rest.slice(0, -1).map(([x, y], at) => {
    const [nextX, nextY] = rest[at + 1] ?? [x, y];
    return `Q${x} ${y} ${round((x + nextX) / 2)} ${round((y + nextY) / 2)}`;
  });
  return `${start}${curves.join('')}L${last[0]} ${last[1]}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
