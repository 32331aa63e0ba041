import { hasInk } from '#domain/values/ink.ts';
import type { ImportTableRow } from '#domain/imports/import-table.ts';
import { IMPORT_CELL_MOST, IMPORT_COLUMNS_MOST, IMPORT_ROWS_MOST } from '#domain/imports/import-refusals.ts';
import { RefusedImport } from './refused-import.ts';

/** Characters of all cells of an imported file together: many cells of a workbook may share one text [choice]. */
export const IMPORT_TEXT_MOST = 10 * 1024 * 1024;

/** The rows of a file as they are read; the first is that of its headings, and blank ones are left out. */
export class LimitedRows {
  readonly rows: ImportTableRow[] = [];
  #headings: readonly string[] | undefined;
  #characters = 0;

  /** The first row that was added. @throws RefusedImport EMPTY where there is none */
  get headings(): readonly string[] {
    if (this.#headings === undefined) throw new RefusedImport('EMPTY');
    return this.#headings;
  }

  /**
   * @param record - of a record, which counts also without a value; a row of a table may be blank
   * @throws RefusedImport as soon as a limit is passed
   */
  add(row: number, cells: readonly string[], record?: Required<Pick<ImportTableRow, 'warnings'>>): void {
    const filled = cells.findLastIndex((cell) => hasInk(cell)) + 1;
    if (filled === 0 && record === undefined) return;
    if (filled > IMPORT_COLUMNS_MOST) throw new RefusedImport('COLUMNS');
    const own = cells.slice(0, filled);
    for (const cell of own) {
      if (cell.length > IMPORT_CELL_MOST) throw new RefusedImport('CELL');
      this.#characters += cell.length;
    }
    if (this.#characters > IMPORT_TEXT_MOST) throw new RefusedImport('TEXT');
    // A blank heading at the end is a column as well.
    if (this.#headings === undefined)
      this.#headings = cells.slice(0, Math.max(filled, Math.min(cells.length, IMPORT_COLUMNS_MOST)));
    else if (this.rows.length >= IMPORT_ROWS_MOST) throw new RefusedImport('ROWS');
    else this.rows.push({ row, cells: own, ...record });
  }
}
