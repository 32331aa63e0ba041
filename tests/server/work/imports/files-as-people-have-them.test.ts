import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FileConfirmation } from '#domain/imports/file-questions.ts';
import { NO_HEADING } from '#domain/imports/heading-row.ts';
import { ROUNDED } from '#domain/values/rounded-number.ts';
import { signIn } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { consentDesk } from './consent-desk.ts';
import { importDesk } from './desk.ts';

let token: string;
const app = useTestApp(async (opened) => {
  ({ token } = await signIn(opened, 'bch@demo.nhs.uk'));
});
const fixture = (name: string) => readFileSync(`tests/fixtures/inputs/${name}`);
const preview = (file: Buffer | string, confirmed?: readonly FileConfirmation[]) =>
  importDesk(app, token).preview(file, confirmed === undefined ? {} : { confirmed });
const refused = (made: Promise<unknown>) =>
  made.then(
    (): Record<string, unknown> => ({ status: 200 }),
    ({ status, fields, data }: Record<string, unknown>) => ({ status, fields, data }),
  );

/** The rows of a file in short: number, the values of these fields, and the paths at fault. */
async function rowsOf(name: string, fields: readonly string[], confirmed?: readonly FileConfirmation[]) {
  const { data } = await preview(fixture(name), confirmed);
  return data.map(({ row, value, errors }) => [row, ...fields.map((field) => value[field]), errors.map(({ path }) => path)]);
}

test('a name that shows nothing is none, and what shows nothing in one is left out', async () => {
  const { data } = await preview(fixture('k1-invisible-characters.csv'));
  expect(data.map(({ row, value, errors }) => [row, value['lastName'], value['hospitalNumber'], errors])).toEqual([
    [2, expect.anything(), 'I1', [{ path: 'lastName', message: 'Enter the last name' }]],
    [3, 'Softhy', 'I2', []],
    [4, expect.anything(), 'I3', [{ path: 'lastName', message: 'Enter the last name' }]],
  ]);
});

test('one person who is spelt otherwise in the same file is told as possibly the same', async () => {
  const { data } = await preview(fixture('k6-spelt-otherwise.csv'));
  expect(data.map(({ row, sameAs, errors }) => [row, sameAs, errors])).toEqual([
    [2, [3], []],
    [3, [2], []],
    [4, [5], []],
    [5, [4], []],
    [6, [7], []],
    [7, [6], []],
  ]);
});

test('names, numbers and contact of a Bundle are those in use today', async () => {
  expect(await rowsOf('k2-names.json', ['lastName'])).toEqual([
    [1, 'Newname', []],
    [2, 'Married', []],
    [3, 'Proper', []],
  ]);
  expect(await rowsOf('k2-identifiers.json', ['nhsNumber', 'hospitalNumber'])).toEqual([
    [1, '9990000123', undefined, []],
    [2, '9990000131', undefined, []],
    [3, undefined, 'OURS2', []],
  ]);
  expect(await rowsOf('k2-contact-and-address.json', ['phoneNumber', 'emailAddress', 'address'])).toEqual([
    [1, '07700900123', 'b@example.org', '1 Home Road\nTown\nAB1 2CD', []],
  ]);
});

test('cells of a workbook are read as they are shown', async () => {
  expect(await rowsOf('k3-date-with-time.xlsx', ['dateOfBirth'])).toEqual([
    [2, '1950-03-13 23:00', ['dateOfBirth']],
    [3, '1950-03-13 23:00', ['dateOfBirth']],
    [4, '1950-03-14', []],
  ]);
  const { data } = await preview(fixture('k3-leading-zeros.xlsx'));
  expect(data.map(({ value, sameAs }) => [value['hospitalNumber'], sameAs])).toEqual([
    ['0012345', [3]],
    ['0012345', [2]],
  ]);
});

test('the time of a signature is not lost', async () => {
  const { data } = await consentDesk(app, token).preview(fixture('k3-consents-signed-at.xlsx'));
  expect(data.recordData[0]?.value['signedAt']).toBe('2026-01-28T14:30:00.000Z');
});

test('hidden rows come in only when somebody says so', async () => {
  const file = fixture('k3-hidden-rows-and-sheet.xlsx');
  const { data, file: read } = await preview(file);
  expect([data.map(({ row }) => row), read.sheets, read.hidden]).toEqual([[2], ['Patients'], { rows: 1, columns: [] }]);
  const all = await preview(file, ['HIDDEN_ROWS']);
  expect(all.data.map(({ row, warnings }) => [row, warnings.map(({ message }) => message)])).toEqual([
    [2, []],
    [3, ['The workbook hides this row. Please check that it belongs to the list.']],
  ]);
});

test('one stray byte is a fault of its row alone', async () => {
  expect(await rowsOf('k4-one-stray-byte.csv', ['lastName', 'firstName'])).toEqual([
    [2, 'Müller', 'José', []],
    [3, 'Caf\uFFFD', 'Bob', ['lastName']],
    [4, 'O’Brien', 'Zoë', []],
  ]);
});

test('numbers that the spreadsheet has rounded are refused', async () => {
  const { data } = await preview(fixture('k5-rounded-numbers.csv'));
  expect(data.map(({ errors }) => errors)).toEqual([
    ['nhsNumber', 'hospitalNumber', 'phoneNumber'].map((path) => ({ path, message: ROUNDED })),
    [{ path: 'hospitalNumber', message: ROUNDED }],
    [{ path: 'hospitalNumber', message: ROUNDED }],
  ]);
});

test('a file that is one page of a search goes on only when somebody says so', async () => {
  const file = fixture('k12-one-page-of-many.json');
  expect(await refused(preview(file))).toEqual({
    status: 400,
    fields: [{ path: 'file', message: '1 of 500: this file is one page of a search. Export the whole.' }],
    data: { question: 'PART' },
  });
  expect(await refused(preview(file, ['NAMES', 'HIDDEN_ROWS']))).toMatchObject({ status: 400 });
  expect((await preview(file, ['PART'])).data.map(({ value }) => value['lastName'])).toEqual(['Page']);
});

test('headings below a title and Excel’s own first line are found', async () => {
  expect(await rowsOf('k16-title-rows.xlsx', ['lastName', 'firstName'])).toEqual([[4, 'Title', 'Ann', []]]);
  expect(await rowsOf('k16-sep-line.csv', ['lastName', 'firstName'])).toEqual([[2, 'Sepson', 'Ann', []]]);
});

test('codes of sex are read', async () => {
  expect(await rowsOf('k16-sex-codes.csv', ['sex'])).toEqual([
    [2, 'NOT_STATED', []],
    [3, 'NOT_STATED', []],
    [4, 'MALE', []],
    [5, 'NOT_STATED', []],
  ]);
});

test('without a known heading there is one sentence and no row, until somebody says what the columns are', async () => {
  const text = 'Nachname;Vorname;Geburtstag\nDemo-Oak;Iris;14.3.1950\n';
  const { data, file, columns } = await preview(text);
  expect([data, file.hasNoHeading, columns.map(({ field }) => field)]).toEqual([[], true, [null, null, null]]);
  expect(NO_HEADING).toBe('No known heading in rows 1 to 20');
  const mapping = { Nachname: 'lastName', Vorname: 'firstName', Geburtstag: 'dateOfBirth' };
  const read = await importDesk(app, token).preview(`A title\n${text}`, { mapping });
  expect(read.file.hasNoHeading).toBeUndefined();
  expect(read.data.map(({ row, value, errors }) => [row, value['lastName'], errors])).toEqual([[3, 'Demo-Oak', []]]);
});

test('names that look misread are asked about before a row is given out', async () => {
  const text = 'Last name,Date of birth\nMÃ¼ller,14/03/1950\nOâ€™Brien,14/03/1950\n';
  expect(await refused(preview(text))).toMatchObject({
    fields: [{ path: 'file', message: 'Are these names right? MÃ¼ller, Oâ€™Brien' }],
    data: { question: 'NAMES' },
  });
  expect((await preview(text, ['NAMES'])).data.map(({ value }) => value['lastName'])).toEqual(['MÃ¼ller', 'Oâ€™Brien']);
});
