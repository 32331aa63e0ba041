export type IconArrayDrawing = {
  readonly viewBox: string;
  readonly dotSize: number;
  /** Path of the people affected, from the top left, row by row. */
  readonly filled: string;
  readonly rest: string;
};

/** Pictures of people as dots: 100 in 5 rows of 20, 1,000 in 20 rows of 50, both 200 units wide. */
const layout = {
  100: { columns: 20, pitch: 10, dot: 8 },
  1000: { columns: 50, pitch: 4, dot: 3 },
} as const;

/**
 * Draws `count` of `total` dots as filled. Each dot is a zero-length stroke with round ends, so a thousand cost one
 * path and no element each. A count below 0 or above the total is drawn as none or all; a fraction is rounded.
 */
export function drawIconArray(count: number, total: number): IconArrayDrawing {
  const { columns, pitch, dot } = layout[total > 100 ? 1000 : 100];
  const filled = Math.min(total, Math.max(0, Math.round(count)));
  const place = (index: number) =>
    `M${(index % columns) * pitch + pitch / 2} ${Math.floor(index / columns) * pitch + pitch / 2}h0`;
  const places = Array.from({ length: total }, (_, index) => place(index));
  return {
    viewBox: `0 0 ${columns * pitch} ${Math.ceil(total / columns) * pitch}`,
    dotSize: dot,
    filled: places.slice(0, filled).join(''),
    rest: places.slice(filled).join(''),
  };
}
