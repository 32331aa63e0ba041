import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import type { ImportTable } from '#domain/imports/import-table.ts';
import type { ImportFileFormat, ImportVerdict } from '#server/outside/import/read-import.ts';
import { readImport } from '#server/outside/import/read-import.ts';
import { sheetOf, workbookOf } from '#tests/support/files/workbook.ts';
import { taskOf } from './thread-for-tests.ts';

const read = (file: Uint8Array | string, sheet?: string) => opened(readImport(taskOf(file, { sheet })));

function opened(verdict: ImportVerdict): { table: ImportTable; source: ImportFileFormat } {
  if (!verdict.ok) throw new Error(verdict.reason);
  return verdict;
}

const cells = ({ rows }: ImportTable) => rows.map((row) => row.cells);

test.each([
  ['UTF-8', Buffer.from('Surname\nDemo-Żółć\n')],
  ['UTF-8', Buffer.from('\uFEFFSurname\nDemo-Żółć\n')],
  ['UTF-16', Buffer.from('\uFEFFSurname\r\nDemo-Żółć\r\n', 'utf16le')],
  ['UTF-16', Buffer.from('\uFEFFSurname\r\nDemo-Żółć\r\n', 'utf16le').swap16()],
])('%s is read', (encoding, file) => {
  const { table, source } = read(file);
  expect(source).toEqual({ kind: 'CSV', encoding, delimiter: ',' });
  expect(table).toEqual({ headings: ['Surname'], rows: [{ row: 2, cells: ['Demo-Żółć'] }] });
});

test('windows-1252 is read by the table of its own, also where Node leaves controls', () => {
  const bytes = Buffer.concat([Buffer.from('Surname\n'), Buffer.from([0x80, 0x92, 0x8a, 0x9f, 0xe9, 0x81]), Buffer.from('\n')]);
  const { table, source } = read(bytes);
  expect(source.encoding).toBe('WINDOWS-1252');
  expect(cells(table)).toEqual([['€’ŠŸé\u0081']]);
});

test.each([
  [',', 'Surname,DOB\nDemo;1,14/03/1950'],
  [';', 'Surname;DOB;A,B,C,D\nDemo,1;14/03/1950;x'],
  ['\t', 'Surname\tDOB\nDemo,1\t14/03/1950'],
  ['|', 'Surname|DOB\nDemo,1|14/03/1950'],
] as const)('the delimiter %j is the one that finds most known headings', (delimiter, text) => {
  const { table, source } = read(text);
  expect(source.delimiter).toBe(delimiter);
  expect(table.headings.slice(0, 2)).toEqual(['Surname', 'DOB']);
  expect(cells(table)[0]?.[1]).toBe('14/03/1950');
});

test('rows have the numbers that a spreadsheet shows: blank ones count, and lines in quotation marks are one row', () => {
  const { table } = read('\nSurname,Address\n\n"Demo-Oak","1 Lane\nTown"\n , \nDemo-Elm\n');
  expect(table).toEqual({
    headings: ['Surname', 'Address'],
    rows: [
      { row: 4, cells: ['Demo-Oak', '1 Lane\nTown'] },
      { row: 6, cells: ['Demo-Elm'] },
    ],
  });
});

test('an apostrophe that guards a cell against being run is taken off, and no other', () => {
  const { table } = read("Surname,Phone\nO'Neill,'+44 1632 960001\n''=1,'plain\n");
  expect(cells(table)).toEqual([
    ["O'Neill", '+44 1632 960001'],
    ["'=1", "'plain"],
  ]);
});

test('a workbook gives dates as their day, numbers as digits and formulas as their value', async () => {
  const file = await writeXlsx({
    sheets: [
      {
        name: 'One',
        rows: [
          ['Surname', 'DOB', 'NHS no', 'MRN', 'Interpreter', 'Number'],
          ['Demo-Oak', new Date('1950-03-14T00:00:00Z'), 9990000018, 'HX1', true, 18336],
          [],
          ['Demo-Elm', '14/03/1950', '999 000 0018', 12.5, false, null],
        ],
      },
      { name: 'Two', rows: [['Surname'], ['Demo-Ash']] },
    ],
  });
  const { table, source } = read(file);
  expect(source).toEqual({ kind: 'XLSX', sheets: ['One', 'Two'] });
  expect(table.headings).toEqual(['Surname', 'DOB', 'NHS no', 'MRN', 'Interpreter', 'Number']);
  expect(table.rows).toEqual([
    { row: 2, cells: ['Demo-Oak', '1950-03-14', '9990000018', 'HX1', 'TRUE', '18336'] },
    { row: 4, cells: ['Demo-Elm', '14/03/1950', '999 000 0018', '12.5', 'FALSE'] },
  ]);
  expect(cells(read(file, 'Two').table)).toEqual([['Demo-Ash']]);
});

test('a column without a heading is one of the sheet, and in CSV one more cell than headings stays one more', async () => {
  const file = await writeXlsx({ sheets: [{ name: 'One', rows: [['Surname'], ['Demo-Oak', 'a note'], ['Demo-Elm', '', 'x']] }] });
  expect(read(file).table.headings).toEqual(['Surname', 'Column 2', 'Column 3']);
  expect(read('Surname,,\nDemo-Oak,a note\n').table.headings).toEqual(['Surname', 'Column 2', 'Column 3']);
  const { table } = read('Surname,DOB\nDemo-Oak,14/03/1950,x\n');
  expect([table.headings, cells(table)]).toEqual([['Surname', 'DOB'], [['Demo-Oak', '14/03/1950', 'x']]]);
});

test('of a formula the stored value is read, and the names of sheets are plain text', () => {
  const rows =
    '<row r="1"><c r="A1" t="str"><v>Surname</v></c></row><row r="3"><c r="A3" t="str"><f>1+1</f><v>Demo-Oak</v></c></row>';
  const { table, source } = read(workbookOf({ sheet: sheetOf(rows) }));
  expect(source.sheets).toEqual(['List & more']);
  expect(table.rows).toEqual([{ row: 3, cells: ['Demo-Oak'] }]);
});
