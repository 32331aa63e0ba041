import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import type { FileConfirmation } from '#domain/imports/file-questions.ts';
import { readConsentRow } from '#domain/imports/import-consent.ts';
import { CONSENT_IMPORT } from '#domain/imports/import-consent.ts';
import { cellTextsOf, guessColumns, knownHeadings } from '#domain/imports/import-columns.ts';
import { PATIENT_IMPORT, readPatientRow } from '#domain/imports/import-patient.ts';
import { plainDateOf } from '#domain/values/plain-date.ts';
import { csvOf } from '#domain/exports/csv.ts';
import { readImport, type ImportTask } from '#server/outside/import/read-import.ts';
import { TEST_NOW } from '#tests/support/server/app.ts';
import { formattedWorkbook, type FormattedCell } from '#tests/support/files/workbook.ts';
import { taskOf } from './thread-for-tests.ts';

const fixture = (name: string) => readFileSync(`tests/fixtures/inputs/${name}`);

function opened(file: Uint8Array | string, more: Partial<ImportTask> = {}) {
  const verdict = readImport(taskOf(file, more));
  if (!verdict.ok) throw new Error(verdict.reason);
  return verdict;
}

/** The patients of a file, row by row, with the sentences of their faults. */
function patientsOf(file: Uint8Array | string, confirmed: readonly FileConfirmation[] = []) {
  const { table } = opened(file, { confirmed });
  const columns = guessColumns(table.headings, PATIENT_IMPORT);
  return table.rows.map(({ row, cells, warnings = [] }) => {
    const { value, errors } = readPatientRow(cellTextsOf(cells, columns), plainDateOf(TEST_NOW));
    return { row, value, errors: errors.map(({ message }) => message), warnings: warnings.map(({ message }) => message) };
  });
}

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});
const ZONES = ['Europe/London', 'Pacific/Auckland', 'America/Los_Angeles'];

test.each(ZONES)(
  'server in %s: a date of birth with a time of day is refused as in CSV, and a day alone is that day',
  (server) => {
    process.env['TZ'] = server;
    const [second, third, fourth] = patientsOf(fixture('k3-date-with-time.xlsx'));
    const csv = patientsOf('Last name,Date of birth\nShifted,1950-03-13 23:00\n');
    expect(csv[0]?.errors).toHaveLength(1);
    expect([second?.errors, third?.errors]).toEqual([csv[0]?.errors, csv[0]?.errors]);
    expect(fourth).toMatchObject({ errors: [], value: { dateOfBirth: '1950-03-14' } });
  },
);

test.each(ZONES)('server in %s: the time of a signature stays, and is one of the organisation’s wall', (server) => {
  process.env['TZ'] = server;
  const { table } = opened(fixture('k3-consents-signed-at.xlsx'), { known: [...knownHeadings(CONSENT_IMPORT).keys()] });
  const texts = cellTextsOf(table.rows[0]?.cells ?? [], guessColumns(table.headings, CONSENT_IMPORT));
  const clock = { now: TEST_NOW, timeZone: 'Pacific/Auckland' };
  expect(readConsentRow(texts, clock).value.signedAt).toBe('2026-01-28T01:30:00.000Z');
});

test('leading zeros that the format shows are read', () => {
  expect(patientsOf(fixture('k3-leading-zeros.xlsx')).map(({ value }) => value['hospitalNumber'])).toEqual([
    '0012345',
    '0012345',
  ]);
});

test('a hidden sheet is never read, and a hidden row only when somebody says so, with a warning', () => {
  const file = fixture('k3-hidden-rows-and-sheet.xlsx');
  const { source } = opened(file);
  expect(source).toEqual({ kind: 'XLSX', sheets: ['Patients'], hidden: { rows: 1, columns: [] } });
  expect(patientsOf(file).map(({ row }) => row)).toEqual([2]);
  const all = patientsOf(file, ['HIDDEN_ROWS']);
  expect(all.map(({ row, warnings }) => [row, warnings.length])).toEqual([
    [2, 0],
    [3, 1],
  ]);
});

test('hidden columns are named, and read only when somebody says so', () => {
  const rows = [
    ['Last name', 'Date of birth', 'Phone', 'Email'],
    ['Demo-Oak', '14/03/1950', '01632 960001', 'a@example.org'],
  ];
  const file = formattedWorkbook(rows, { hiddenColumns: [3, 4] });
  expect(opened(file).source.hidden).toEqual({ rows: 0, columns: ['Phone', 'Email'] });
  expect(opened(file).table.headings).toEqual(['Last name', 'Date of birth']);
  expect(patientsOf(file, ['HIDDEN_COLUMNS'])[0]?.value).toMatchObject({ phoneNumber: '01632 960001' });
  // One that is empty hides nothing from anybody.
  expect(opened(formattedWorkbook(rows, { hiddenColumns: [9] })).source.hidden).toBeUndefined();
});

/** Day numbers as spreadsheets count them from 1900, and in years of 1904. */
const DAY = 18_336;
const DAY_1904 = DAY - 1462;

test.each<[cell: FormattedCell, shown: string]>([
  [{ value: DAY, format: 'dd/mm/yyyy' }, '1950-03-14'],
  [{ value: DAY, format: 'mm/dd/yyyy' }, '1950-03-14'],
  [{ value: DAY, format: 'd mmmm yyyy' }, '1950-03-14'],
  [{ value: DAY, format: '[$-809]dd\\ mmmm\\ yyyy;@' }, '1950-03-14'],
  [{ value: DAY, format: '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy' }, '1950-03-14'],
  [{ value: DAY, format: 14 }, '1950-03-14'],
  [{ value: DAY + 0.5, format: 22 }, '1950-03-14 12:00'],
  [{ value: DAY + 0.5, format: 'yyyy-mm-dd hh:mm' }, '1950-03-14 12:00'],
  [{ value: DAY + 1 / 86_400, format: 'dd/mm/yyyy' }, '1950-03-14 00:00:01'],
  [{ value: DAY - 1e-9, format: 'dd/mm/yyyy' }, '1950-03-14'],
  [{ value: DAY, format: 15 }, '14-Mar-50'],
  [{ value: DAY, format: 16 }, '14-Mar'],
  [{ value: DAY, format: 17 }, 'Mar-50'],
  [{ value: DAY, format: 'dd/mm/yy' }, '14/03/50'],
  [{ value: 0.604_166_666_7, format: 'hh:mm' }, '14:30'],
  [{ value: 1, format: 'dd/mm/yyyy' }, '1900-01-01'],
  [{ value: 60, format: 'dd/mm/yyyy' }, '1900-02-29'],
  [{ value: 61, format: 'dd/mm/yyyy' }, '1900-03-01'],
  [{ value: 12_345, format: '0000000' }, '0012345'],
  [{ value: 12_345, format: '"HX"00000' }, 'HX12345'],
  [{ value: 9_990_000_018, format: '000 000 0000' }, '999 000 0018'],
  [{ value: 9_990_000_018, format: 'General' }, '9990000018'],
  [{ value: 123_457_000_123, format: 'General' }, '1.23457E+11'],
  [{ value: 123_457_000_123, format: '0' }, '123457000123'],
  [{ value: 12_345, format: '0.0' }, '12345.0'],
  [{ value: 12_345, format: '#,##0' }, '12,345'],
  [{ value: 0.1 + 0.2, format: 'General' }, '0.3'],
  [{ value: 12.5, format: 'General' }, '12.5'],
  [{ value: 7, format: ';;;' }, ''],
  [{ value: 'Oak', format: '"Demo-"@' }, 'Demo-Oak'],
  [{ value: '007', format: '@' }, '007'],
])('%j is shown as %j', (cell, shown) => {
  const { table } = opened(
    formattedWorkbook([
      ['Surname', 'MRN'],
      ['Demo', cell],
    ]),
  );
  expect(table.rows[0]?.cells[1] ?? '').toBe(shown);
});

test('days counted from 1904 are the same days', () => {
  const cell = { value: DAY_1904, format: 'dd/mm/yyyy' };
  expect(opened(formattedWorkbook([['DOB'], [cell]], { is1904: true })).table.rows[0]?.cells).toEqual(['1950-03-14']);
});

test('each table gives the same answer as CSV and as a workbook, row for row', () => {
  const head = ['Last name', 'Date of birth', 'Hospital number', 'NHS number', 'Phone', 'Interpreter'];
  const cells: [cell: FormattedCell | string, csv: string, column: number][] = [
    [{ value: DAY, format: 14 }, '14/03/1950', 1],
    [{ value: DAY, format: 15 }, '14-Mar-50', 1],
    [{ value: DAY, format: 16 }, '14-Mar', 1],
    [{ value: DAY, format: 'General' }, '18336', 1],
    [{ value: DAY + 0.25, format: 22 }, '1950-03-14 06:00', 1],
    [{ value: 12_345, format: '0000000' }, '0012345', 2],
    [{ value: 123_456_789_012, format: 'General' }, '1.23457E+11', 2],
    [{ value: 12_345, format: '0.0' }, '12345.0', 2],
    [{ value: 12_345, format: '#,##0' }, '12,345', 2],
    [{ value: 9_990_000_018, format: '000\\ 000\\ 0000' }, '999 000 0018', 3],
    [{ value: 9_990_000_018, format: '0.00E+00' }, '9.99E+09', 3],
    [{ value: 1_632_960_001, format: '00000000000' }, '01632960001', 4],
    [{ value: 7_700_900_123, format: 'General' }, '7700900123', 4],
    [{ value: true, format: 'General' }, 'TRUE', 5],
  ];
  const rows = cells.map(([cell, csv, column]) => {
    const row = (value: FormattedCell | string) =>
      head.map((_, at) => (at === column ? value : (['Demo', '14/03/1950'][at] ?? '')));
    return { sheet: row(cell), csv: row(csv) as string[] };
  });
  const fromSheet = patientsOf(formattedWorkbook([head, ...rows.map(({ sheet }) => sheet)]));
  expect(fromSheet).toEqual(patientsOf(csvOf([head, ...rows.map(({ csv }) => csv)])));
  expect(fromSheet).toHaveLength(cells.length);
});
