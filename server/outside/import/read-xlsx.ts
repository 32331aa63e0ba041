import type { HiddenParts, ImportTable } from '#domain/imports/import-table.ts';
import type { FileConfirmation } from '#domain/imports/file-questions.ts';
import { hasInk } from '#domain/values/ink.ts';
import { checkWorkbook } from './check-workbook.ts';
import { RefusedImport } from './refused-import.ts';
import { LimitedRows } from './table-limits.ts';
import { readSheet, type ShownRow } from '#server/outside/import/xlsx/read-sheet.ts';
import { readWorkbookParts } from '#server/outside/import/xlsx/workbook-parts.ts';
import { unpackZip } from './zip-directory.ts';

/** Rows that are looked at, blank ones among them: formatted rows without a value often go on below a list [choice]. */
const ROWS_READ_MOST = 20_000;
const HIDDEN_ROW = { path: '', message: 'The workbook hides this row. Please check that it belongs to the list.' };

type SheetOptions = {
  /** the sheet to read; the first that is shown unless it is named */
  readonly sheet: string | undefined;
  /** the headings that the import knows, folded */
  readonly known: ReadonlySet<string>;
  readonly confirmed: readonly FileConfirmation[];
};

/**
 * Reads one sheet of a workbook as a person sees it: cells as they are shown, and without what is hidden, unless somebody has said to
 * read that too. Every part has been checked and unpacked within the limits before. Formulas have the values that were stored with
 * them.
 *
 * @throws RefusedImport, or any error of the library for a file that it cannot read
 */
export function readXlsx(
  file: Buffer,
  { sheet: named, known, confirmed }: SheetOptions,
): { table: ImportTable; sheets: string[]; hidden: HiddenParts } {
  const files = unpackZip(file);
  checkWorkbook(files);
  const workbook = readWorkbookParts(files);
  const shown = workbook.sheets.filter(({ isShown }) => isShown);
  const sheet = named === undefined ? shown[0] : shown.find(({ name }) => name === named);
  const part = files.get(sheet?.path ?? '');
  if (sheet === undefined || part === undefined) throw new RefusedImport(named === undefined ? 'DAMAGED' : 'NO_SUCH_SHEET');
  const rows: ShownRow[] = [];
  let read = 0;
  const hiddenColumns = readSheet(part, workbook, (row) => {
    read += 1;
    if (read >= ROWS_READ_MOST) throw new RefusedImport('ROWS');
    if (row.cells.some((cell) => hasInk(cell))) rows.push(row);
  });
  const limited = new LimitedRows();
  for (const { row, cells, isHidden } of rows)
    if (!isHidden) limited.add(row, cells);
    else if (confirmed.includes('HIDDEN_ROWS')) limited.add(row, cells, { warnings: [HIDDEN_ROW] });
  const whole = limited.table(known, { isSheet: true });
  const isFilled = (column: number) => rows.some(({ cells }) => hasInk(cells[column] ?? ''));
  const columns = [...hiddenColumns].filter((column) => column < whole.headings.length && isFilled(column));
  const hidden = {
    rows: rows.filter(({ isHidden }) => isHidden).length,
    columns: columns.map((column) => whole.headings[column] ?? ''),
  };
  const table = confirmed.includes('HIDDEN_COLUMNS') ? whole : withoutColumns(whole, hiddenColumns);
  return { table, sheets: shown.map(({ name }) => name), hidden };
}

function withoutColumns({ headings, rows, ...table }: ImportTable, columns: ReadonlySet<number>): ImportTable {
  const shown = <T>(cells: readonly T[]) => cells.filter((_, column) => !columns.has(column));
  return { ...table, headings: shown(headings), rows: rows.map((row) => ({ ...row, cells: shown(row.cells) })) };
}
