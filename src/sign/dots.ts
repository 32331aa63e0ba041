const LAYOUT = {
  100: { columns: 20, pitch: 10, dot: 8 },
  1000: { columns: 50, pitch: 4, dot: 3 },
} as const;

/** Dots that are as large as a picture of a hundred has them, and the smaller ones of more. */
function layoutOf(total: number): (typeof LAYOUT)[100 | 1000] {
  return LAYOUT[total > 100 ? 1000 : 100];
}

/** A picture of people as dots; the same width whatever their number. */
export type Dots = {
  viewBox: string;
  dot: number;
  pitch: number;
  /** Paths of rows from the top left; dashes of no length with round ends make each row a row of dots. */
  all: string;
  filled: string;
};

/** The largest number of people who have a ring around their dots: more are found without. */
const FEW = 3;

/** A ring around the first dots of a picture, in its units; it reaches a little beyond them. Null around none, or more than {@link FEW}. */
export function ringOf(
  count: number,
  total: number,
): { x: number; y: number; width: number; height: number; rx: number; strokeWidth: number } | null {
  if (count < 1 || count > FEW) return null;
  const { pitch, dot } = layoutOf(total);
  const room = pitch / 5;
  const [width, height] = [count * pitch + 2 * room, pitch + 2 * room];
  return { x: -room, y: -room, width, height, rx: height / 2, strokeWidth: dot / 3 };
}

/** Lays out `total` people of whom the first `count` are filled. */
export function dotsOf(count: number, total: number): Dots {
  const { columns, pitch, dot } = layoutOf(total);
  const rows = (people: number) =>
    Array.from({ length: Math.ceil(people / columns) }, (_, row) => {
      const inRow = Math.min(columns, people - row * columns);
      // A hair longer than to the last dot's middle, or rounding could lose that dot.
      return `M${pitch / 2} ${(row + 0.5) * pitch}h${(inRow - 1) * pitch + 0.01}`;
    }).join('');
  return {
    viewBox: `0 0 ${columns * pitch} ${Math.ceil(total / columns) * pitch}`,
    dot,
    pitch,
    all: rows(total),
    filled: rows(count),
  };
}
