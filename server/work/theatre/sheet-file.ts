import { foldedHeading } from '#domain/imports/import-columns.ts';
import { IMPORT_REFUSALS } from '#domain/imports/import-refusals.ts';
import { misreadTexts } from '#server/outside/import/misread-text.ts';
import { isFilledIn } from '#domain/theatre/sheet-row.ts';
import {
  NAME_FIELDS,
  SHEET_FIELDS,
  SHEET_LOCKED,
  SHEET_OPEN,
  sheetColumns,
  type SheetField,
  type SheetValue,
} from '#domain/theatre/theatre-sheet.ts';
import { Refused } from '#server/api-error.ts';
import type { Deps } from '#server/deps.ts';

/** A row of a file that came back: its code as it was written, and its open cells. */
export type WrittenRow = {
  readonly row: number;
  readonly code: string;
  readonly value: SheetValue;
  readonly misread: SheetField[];
};

const KNOWN = [...SHEET_LOCKED, ...SHEET_FIELDS.map((field) => SHEET_OPEN[field].heading)].map(foldedHeading);

/**
 * Reads the code and the open cells of each row that was filled in; the locked cells are not looked at.
 *
 * @throws Refused INVALID, UNSUPPORTED or TOO_LARGE with a sentence about the file; Busy while other files are read
 */
export async function readSheetFile({ imports }: Pick<Deps, 'imports'>, file: Buffer): Promise<WrittenRow[]> {
  // Our own sheet: a row that somebody has filtered out was filled in all the same.
  const confirmed = ['HIDDEN_ROWS', 'HIDDEN_COLUMNS'] as const;
  const verdict = await imports.read({ file, kinds: ['XLSX', 'CSV'], known: KNOWN, confirmed });
  if (!verdict.ok) {
    const { failure, message } = IMPORT_REFUSALS[verdict.reason];
    throw new Refused(failure, { fields: [{ path: 'file', message }] });
  }
  const { headings, rows } = verdict.table;
  const columns = sheetColumns(headings);
  if (columns === undefined)
    throw new Refused('INVALID', {
      fields: [
        { path: 'file', message: 'This is no sheet of a list: the columns “Code” and “Outcome” to “Note” are not in it.' },
      ],
    });
  return rows.flatMap(({ row, cells }) => {
    const text = (at: number) => (cells[at] ?? '').trim();
    const texts = SHEET_FIELDS.map((field): [SheetField, string] => [field, text(columns.fields[field])]);
    // A text for each field.
    const value = Object.fromEntries(texts) as SheetValue;
    // The question of the whole file is none here: a row is mended in the sheet and brought back once more.
    const misread = NAME_FIELDS.filter((field) => misreadTexts([value[field]]).length > 0);
    return isFilledIn(value) ? [{ row, code: text(columns.code), value, misread }] : [];
  });
}
