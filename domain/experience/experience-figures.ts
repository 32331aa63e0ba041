/** The answers below which a figure is not shown: of fewer people one could be guessed [choice]. */
export const SHOWN_FROM = 10;

/** Answers of one procedure in one month; `top`: those who gave the best answer three times. */
export type ExperienceCell = { readonly procedureID: string; readonly month: string; readonly n: number; readonly top: number };

/** A figure: null in place of a procedure or a month is all of them that are shown; null in place of the numbers, fewer than {@link SHOWN_FROM}. */
export type ExperienceFigure = {
  readonly procedureID: string | null;
  readonly month: string | null;
  readonly n: number | null;
  /** the share who gave the best answer three times, with its Wilson interval of 95 %, all from 0 to 1 */
  readonly top: number | null;
  readonly low: number | null;
  readonly high: number | null;
};

/**
 * The figures that may be shown of a table of answers. A cell is shown from {@link SHOWN_FROM} answers on, and a sum is that of shown cells alone: no
 * subtraction of one shown figure from others tells what a hidden cell holds. A hidden cell is left out, and so is a procedure without any shown
 * one: its name alone would tell that somebody has answered. Of a month without one it is said that there is none, whether it has a few answers or none.
 *
 * @param cells - one for each procedure and month at most, of closed months
 * @param months - those that were asked for
 */
export function shownFigures(cells: readonly ExperienceCell[], months: readonly string[]): ExperienceFigure[] {
  const shown = cells.filter(({ n }) => n >= SHOWN_FROM);
  const procedures = [...new Set(shown.map(({ procedureID }) => procedureID))].toSorted();
  const sumOf = (procedureID: string | null, month: string | null) =>
    figureOf(
      procedureID,
      month,
      shown.filter((cell) => (procedureID ?? cell.procedureID) === cell.procedureID && (month ?? cell.month) === cell.month),
    );
  return [
    sumOf(null, null),
    ...months.map((month) => sumOf(null, month)),
    ...procedures.map((procedureID) => sumOf(procedureID, null)),
    ...shown.map((cell) => figureOf(cell.procedureID, cell.month, [cell])),
  ];
}

function figureOf(procedureID: string | null, month: string | null, cells: readonly ExperienceCell[]): ExperienceFigure {
  const n = cells.reduce((sum, cell) => sum + cell.n, 0);
  if (n === 0) return { procedureID, month, n: null, top: null, low: null, high: null };
  const best = cells.reduce((sum, cell) => sum + cell.top, 0);
  return { procedureID, month, n, top: best / n, ...wilson(best, n) };
}

/** The quantile of the normal distribution for an interval of 95 %. */
const Z = 1.959_963_984_540_054;

/** The Wilson score interval of 95 % of a share. @param n - above 0 */
export function wilson(successes: number, n: number): { readonly low: number; readonly high: number } {
  const share = successes / n;
  const scale = 1 + Z ** 2 / n;
  const middle = (share + Z ** 2 / (2 * n)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2));
  // The ends of the interval are exactly 0 and 1 where nobody or everybody is counted; rounding alone would miss them.
  return { low: successes === 0 ? 0 : middle - half, high: successes === n ? 1 : middle + half };
}
