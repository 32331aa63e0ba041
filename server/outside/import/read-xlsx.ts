import { streamXlsxRows, type CellValue } from 'hucre/xlsx';
import { Parser } from 'htmlparser2';
import { distinctHeadings, type ImportTable } from '#domain/imports/import-table.ts';
import { IMPORT_COLUMNS_MOST } from '#domain/imports/import-refusals.ts';
import { checkWorkbook } from './check-workbook.ts';
import { RefusedImport } from './refused-import.ts';
import { LimitedRows } from './table-limits.ts';
import { unpackZip } from './zip-directory.ts';

/** Rows that are looked at, blank ones among them: formatted rows without a value often go on below a list [choice]. */
const ROWS_READ_MOST = 20_000;

/**
 * Reads one sheet of a workbook, the first unless another is named. The library sees the file only once every part of it has been
 * checked and unpacked within the limits. Formulas have the values that were stored with them.
 *
 * @throws RefusedImport, or any error of the library for a file that it cannot read
 */
export async function readXlsx(file: Buffer, sheet: string | undefined): Promise<{ table: ImportTable; sheets: string[] }> {
  const files = unpackZip(file);
  checkWorkbook(files);
  const sheets = sheetsOf(files.get('xl/workbook.xml'));
  if (sheet !== undefined && !sheets.includes(sheet)) throw new RefusedImport('NO_SUCH_SHEET');
  const limited = new LimitedRows();
  let read = 0;
  const rows = streamXlsxRows(file, { maxRows: ROWS_READ_MOST, ...(sheet === undefined ? {} : { sheet }) });
  for await (const { index, values } of rows) {
    read += 1;
    if (read >= ROWS_READ_MOST) throw new RefusedImport('ROWS');
    // Cells far to the right may only be formatted.
    const isTooWide = values.length > IMPORT_COLUMNS_MOST && values.findLastIndex(isFilled) >= IMPORT_COLUMNS_MOST;
    if (isTooWide) throw new RefusedImport('COLUMNS');
    limited.add(
      index + 1,
      values.slice(0, IMPORT_COLUMNS_MOST).map((value) => textOf(value)),
    );
  }
  // Cells of a sheet are in their columns, whether or not these have a heading.
  const width = Math.max(limited.headings.length, ...limited.rows.map(({ cells }) => cells.length));
  const headings = Array.from({ length: width }, (_, at) => limited.headings[at] ?? '');
  return { table: { headings: distinctHeadings(headings), rows: limited.rows }, sheets };
}

function isFilled(value: unknown): boolean {
  return value !== null && value !== '';
}

/** A date cell as its UTC day, a number as its digits. */
function textOf(value: CellValue): string {
  if (value === null) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value.toFixed(0) : String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value;
}

/** The names of the sheets, in their order. */
function sheetsOf(workbook: Buffer | undefined): string[] {
  const names: string[] = [];
  const parser = new Parser(
    {
      onopentag(tag, { name }) {
        if (/^(?:\w+:)?sheet$/.test(tag) && name !== undefined) names.push(name);
      },
    },
    { xmlMode: true },
  );
  parser.end(workbook?.toString('utf8') ?? '');
  return names;
}
