import papaparse from 'papaparse';
import { withoutFormulaGuard } from '#domain/exports/csv.ts';
import { foldedHeading } from '#domain/imports/import-columns.ts';
import { distinctHeadings, type ImportTable } from '#domain/imports/import-table.ts';
import { RefusedImport } from './refused-import.ts';
import { LimitedRows } from './table-limits.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/**
 * Reads a text as CSV. The delimiter is the one that finds most known headings, then the one that finds most columns.
 *
 * @param known - the headings that the import knows, folded
 * @throws RefusedImport
 */
export function readCsv(text: string, known: ReadonlySet<string>): { table: ImportTable; delimiter: Delimiter } {
  const delimiter = delimiterOf(text, known);
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
  return { table: { headings: distinctHeadings(limited.headings), rows: limited.rows }, delimiter };
}

function delimiterOf(text: string, known: ReadonlySet<string>): Delimiter {
  // A heading that is no longer than a row may be: the rest is read once, with the delimiter that was found.
  const beginning = text.slice(0, 400_000);
  let best: { delimiter: Delimiter; found: number; columns: number } = { delimiter: ',', found: -1, columns: 0 };
  for (const delimiter of DELIMITERS) {
    const { data } = papaparse.parse<string[]>(beginning, { delimiter, preview: 1, skipEmptyLines: 'greedy' });
    // Cells of other delimiters alone are blank ones.
    const headings = (data[0] ?? []).filter((heading) => /[^\s,;|]/.test(heading));
    const found = headings.filter((heading) => known.has(foldedHeading(heading))).length;
    if (found > best.found || (found === best.found && headings.length > best.columns))
      best = { delimiter, found, columns: headings.length };
  }
  return best.delimiter;
}
