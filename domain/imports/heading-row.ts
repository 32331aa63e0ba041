import { foldedHeading } from './import-columns.ts';

/** Rows at the beginning of a file among which its headings are looked for: a title or a date may stand above them [choice]. */
export const HEADING_ROWS_MOST = 20;

/** The sentence for a file in which no heading is known. */
export const NO_HEADING = `No known heading in rows 1 to ${HEADING_ROWS_MOST}`;

/** How many of these cells are headings that an import knows. @param known - folded */
export function headingsIn(cells: readonly string[], known: ReadonlySet<string>): number {
  return new Set(cells.map(foldedHeading).filter((heading) => known.has(heading))).size;
}

/**
 * The row of the headings: of the first rows the one with most known headings, and the first of equal ones.
 *
 * @param rows - those that are not blank, with their numbers in the file
 * @param known - the headings that the import knows, folded
 * @returns its place among the rows, and whether any heading of it is known: without one it is the first row
 */
export function findHeadingRow(
  rows: readonly { readonly row: number; readonly cells: readonly string[] }[],
  known: ReadonlySet<string>,
): { readonly at: number; readonly isKnown: boolean } {
  let best = { at: 0, found: 0 };
  for (const [at, { row, cells }] of rows.entries()) {
    if (row > HEADING_ROWS_MOST && at > 0) break;
    const found = headingsIn(cells, known);
    if (found > best.found) best = { at, found };
  }
  return { at: best.at, isKnown: best.found > 0 };
}
