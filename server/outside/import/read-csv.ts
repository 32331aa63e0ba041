import papaparse from 'papaparse';
import { withoutFormulaGuard } from '#domain/exports/csv.ts';
import { headingsIn, HEADING_ROWS_MOST } from '#domain/imports/heading-row.ts';
import type { ImportTable } from '#domain/imports/import-table.ts';
import { RefusedImport } from './refused-import.ts';
import { LimitedRows } from './table-limits.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The line by which Excel tells its own files their delimiter; it is no row of the list. */
const EXCEL_LINE = /^"?sep=([,;|\t])"?[ \t]*(?:\r\n|\n|\r|$)/i;

/**
 * Reads a text as CSV. The delimiter is the one that Excel's own first line names, else the one that finds most known headings, then the
 * one that finds most columns.
 *
 * @param known - the headings that the import knows, folded
 * @throws RefusedImport
 */
export function readCsv(file: string, known: ReadonlySet<string>): { table: ImportTable; delimiter: Delimiter } {
  const named = EXCEL_LINE.exec(file);
  const text = file.slice(named?.[0].length ?? 0);
  const delimiter = DELIMITERS.find((each) => each === named?.[1]) ?? delimiterOf(text, known);
  const limited = new LimitedRows();
  let number = 0;
  let failure: unknown;
  // Blank rows are left out below, so that each row keeps the number that a spreadsheet shows.
  papaparse.parse<string[]>(text, {
    delimiter,
    step({ data, errors }, parser) {
      number += 1;
      try {
        // Quotation marks that do not fit would move values into other columns.
        if (errors.some(({ type }) => type === 'Quotes')) throw new RefusedImport('OPEN_QUOTE');
        limited.add(number, data.map(withoutFormulaGuard));
      } catch (error) {
        failure = error;
        parser.abort();
      }
    },
  });
  if (failure !== undefined) throw failure;
  return { table: limited.table(known, { isSheet: false }), delimiter };
}

function delimiterOf(text: string, known: ReadonlySet<string>): Delimiter {
  // A heading that is no longer than a row may be: the rest is read once, with the delimiter that was found.
  const beginning = text.slice(0, 400_000);
  let best: { delimiter: Delimiter; found: number; columns: number } = { delimiter: ',', found: -1, columns: 0 };
  for (const delimiter of DELIMITERS) {
    const { data } = papaparse.parse<string[]>(beginning, { delimiter, preview: HEADING_ROWS_MOST, skipEmptyLines: 'greedy' });
    // Cells of other delimiters alone are blank ones.
    const rows = data.map((row) => row.filter((heading) => /[^\s,;|]/.test(heading)));
    const found = Math.max(0, ...rows.map((row) => headingsIn(row, known)));
    const columns = rows[0]?.length ?? 0;
    if (found > best.found || (found === best.found && columns > best.columns)) best = { delimiter, found, columns };
  }
  return best.delimiter;
}
