import { writeXlsx, type Cell, type CellStyle } from 'hucre/xlsx';

/** A workbook with one protected sheet to fill in, and a sheet that says how. */
export type FillInSheet = {
  readonly headings: readonly string[];
  /** texts of the locked cells; the open ones follow them and are empty */
  readonly rows: readonly (readonly string[])[];
  /** number of open columns behind the locked ones */
  readonly open: number;
  /** widths of all columns, in characters */
  readonly widths: readonly number[];
  /** words to choose from in an open column */
  readonly choices: { readonly column: number; readonly values: readonly string[] };
  /** lines of the second sheet */
  readonly help: readonly string[];
};

const LINE = { style: 'thin' as const, color: { rgb: 'C9D3DE' } };
const BORDER = { top: LINE, right: LINE, bottom: LINE, left: LINE };
const HEADING: CellStyle = {
  font: { bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'E8EDF3' } },
  alignment: { wrapText: true, vertical: 'top' },
  border: BORDER,
};
const LOCKED: CellStyle = { alignment: { wrapText: true, vertical: 'top' }, border: BORDER };
// Typed as text: a spreadsheet would turn a time into a part of a day, and a code of digits into a number.
const OPEN: CellStyle = {
  ...LOCKED,
  numFmt: '@',
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FFFBEF' } },
  protection: { locked: false },
};

/**
 * Writes a sheet to fill in as a workbook. Every text is a cell of type text, so that none is read as a formula; the sheet is protected
 * without a password, which keeps slips away and no attacker: the locked cells are never read when it comes back.
 */
export async function writeSheet({ headings, rows, open, widths, choices, help }: FillInSheet): Promise<Uint8Array> {
  const cells = new Map<string, Partial<Cell>>();
  for (const at of headings.keys()) cells.set(`0,${at}`, { style: HEADING });
  const locked = headings.length - open;
  for (const row of rows.keys())
    for (const at of headings.keys()) cells.set(`${row + 1},${at}`, { style: at < locked ? LOCKED : OPEN });
  const letter = String.fromCharCode(65 + choices.column);
  return writeXlsx({
    sheets: [
      {
        name: 'Sheet',
        columns: widths.map((width) => ({ width })),
        rows: [headings, ...rows.map((row) => [...row, ...Array.from({ length: open }, () => null)])].map((row) => [...row]),
        cells,
        protection: { sheet: true, selectLockedCells: true, selectUnlockedCells: true, formatColumns: true, formatRows: true },
        dataValidations: [
          {
            type: 'list',
            values: [...choices.values],
            range: `${letter}2:${letter}${rows.length + 1}`,
            allowBlank: true,
            showErrorMessage: true,
            errorStyle: 'stop',
            errorTitle: headings[choices.column] ?? '',
            errorMessage: `Choose one of ${choices.values.join(', ')}`,
          },
        ],
        freezePane: { rows: 1, columns: 2 },
        pageSetup: {
          paperSize: 'a4',
          orientation: 'landscape',
          fitToPage: true,
          fitToWidth: 1,
          fitToHeight: 0,
          printTitlesRow: '$1:$1',
        },
      },
      {
        name: 'How to fill it in',
        columns: [{ width: 100 }],
        rows: help.map((line) => [line]),
        cells: new Map(help.map((_, at) => [`${at},0`, { style: { alignment: { wrapText: true, vertical: 'top' } } }])),
        protection: { sheet: true },
      },
    ],
    properties: { title: 'Sheet for a dead tablet' },
  });
}
