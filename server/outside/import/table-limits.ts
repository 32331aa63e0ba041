import { hasInk } from '#domain/values/ink.ts';
import { findHeadingRow, HEADING_ROWS_MOST } from '#domain/imports/heading-row.ts';
import { distinctHeadings, type ImportTable, type ImportTableRow } from '#domain/imports/import-table.ts';
import { IMPORT_CELL_MOST, IMPORT_COLUMNS_MOST, IMPORT_ROWS_MOST } from '#domain/imports/import-refusals.ts';
import { RefusedImport } from './refused-import.ts';

/** Characters of all cells of an imported file together: many cells of a workbook may share one text [choice]. */
export const IMPORT_TEXT_MOST = 10 * 1024 * 1024;

/** A row of a file; `width` counts its blank cells too, within the limit of columns. */
type LimitedRow = ImportTableRow & { readonly width: number };

/** The rows of a file as they are read; blank ones are left out. */
export class LimitedRows {
  readonly rows: LimitedRow[] = [];
  #characters = 0;

  /**
   * @param record - of a record, which counts also without a value; a row of a table may be blank
   * @throws RefusedImport as soon as a limit is passed
   */
  add(row: number, cells: readonly string[], record?: Pick<ImportTableRow, 'warnings' | 'leftOut'>): void {
    const filled = cells.findLastIndex((cell) => hasInk(cell)) + 1;
    if (filled === 0 && record === undefined) return;
    if (filled > IMPORT_COLUMNS_MOST) throw new RefusedImport('COLUMNS');
    const own = cells.slice(0, filled);
    for (const cell of own) {
      if (cell.length > IMPORT_CELL_MOST) throw new RefusedImport('CELL');
      this.#characters += cell.length;
    }
    if (this.#characters > IMPORT_TEXT_MOST) throw new RefusedImport('TEXT');
    // Which row is that of the headings is known once all are read.
    if (this.rows.length >= IMPORT_ROWS_MOST + HEADING_ROWS_MOST) throw new RefusedImport('ROWS');
    this.rows.push({ row, cells: own, width: Math.min(cells.length, IMPORT_COLUMNS_MOST), ...record });
  }

  /** The rows of records, which have no headings among them. @throws RefusedImport ROWS */
  records(): ImportTableRow[] {
    return withinLimit(this.rows).map(({ width: _, ...row }) => row);
  }

  /**
   * The rows as a table: those below the headings.
   *
   * @param known - the headings that the import knows, folded
   * @param isSheet - cells of a sheet are in their columns, whether or not these have a heading
   * @throws RefusedImport EMPTY, ROWS
   */
  table(known: ReadonlySet<string>, { isSheet }: { isSheet: boolean }): ImportTable {
    const { at, isKnown } = findHeadingRow(this.rows, known);
    const headingRow = this.rows[at];
    if (headingRow === undefined) throw new RefusedImport('EMPTY');
    const below = withinLimit(this.rows.slice(at + 1));
    // A blank heading at the end is a column as well.
    const width = Math.max(headingRow.width, ...(isSheet ? below.map(({ cells }) => cells.length) : []));
    const headings = Array.from({ length: width }, (_, column) => headingRow.cells[column] ?? '');
    return {
      headings: distinctHeadings(headings),
      rows: below.map(({ width: _, ...row }) => row),
      ...(isKnown ? {} : { hasNoHeading: true }),
    };
  }
}

function withinLimit<T>(rows: readonly T[]): readonly T[] {
  if (rows.length > IMPORT_ROWS_MOST) throw new RefusedImport('ROWS');
  return rows;
}
