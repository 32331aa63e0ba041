import { expect, test } from 'vitest';
import { cellTextsOf, guessColumns } from '#domain/imports/import-columns.ts';
import { PATIENT_IMPORT, readPatientRow } from '#domain/imports/import-patient.ts';
import { plainDateOf } from '#domain/values/plain-date.ts';
import { readImport } from '#server/outside/import/read-import.ts';
import { decodeWindows1252, encodeWindows1252 } from '#server/outside/import/windows-1252.ts';
import { TEST_NOW } from '#tests/support/server/app.ts';
import { taskOf } from './thread-for-tests.ts';

const NAMES = ['Müller', 'José', 'O’Brien', 'Zoë', 'Żółć', 'Ærø', 'Łódź', 'Ångström', 'Nuñez', 'Çelik'];
const fileOf = (names: readonly string[]) =>
  ['Last name,First name,Date of birth,Hospital number', ...names.map((name, at) => `${name},Iris,14/03/1950,M${at}`)].join(
    '\r\n',
  );
const FILES = NAMES.map((_, at) => fileOf([...NAMES.slice(at), ...NAMES.slice(0, at)].slice(0, 4)));

/** The last names of the sound rows, and whether the file has a question or a refusal instead. */
function lastNames(file: Buffer): { names: unknown[]; isAsked: boolean; faulty: number[] } {
  const verdict = readImport(taskOf(file));
  if (!verdict.ok) return { names: [], isAsked: true, faulty: [] };
  const columns = guessColumns(verdict.table.headings, PATIENT_IMPORT);
  const rows = verdict.table.rows.map(({ row, cells }) => ({
    row,
    ...readPatientRow(cellTextsOf(cells, columns), plainDateOf(TEST_NOW)),
  }));
  return {
    names: rows.filter(({ errors }) => errors.length === 0).map(({ value }) => value['lastName']),
    isAsked: verdict.questions.length > 0 || columns.filter(({ field }) => field !== null).length < 4,
    faulty: rows.filter(({ errors }) => errors.length > 0).map(({ row }) => row),
  };
}

test('one stray byte at every place of ten files never changes another name', () => {
  for (const [nth, text] of FILES.entries()) {
    const bytes = Buffer.from(text);
    const known = new Set(lastNames(bytes).names);
    expect(known.size).toBe(4);
    for (let place = 0; place < bytes.length; place += 1) {
      const stray = Buffer.concat([bytes.subarray(0, place), Buffer.from([0xe9]), bytes.subarray(place + 1)]);
      const { names, isAsked } = lastNames(stray);
      const wrong = isAsked ? [] : names.filter((name) => !known.has(String(name)));
      expect(wrong, `file ${nth}, byte ${place}`).toEqual([]);
    }
  }
});

test.each([
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['UTF-8 with its mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
])('sound files in %s come back unchanged, and ask nothing', (_, encode) => {
  for (const text of FILES) {
    const { names, isAsked, faulty } = lastNames(encode(text));
    expect([isAsked, faulty]).toEqual([false, []]);
    expect(
      text
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[0]),
    ).toEqual(names);
  }
});

test('sound files in windows-1252 come back unchanged, and ask nothing', () => {
  const names = NAMES.filter((name) => encodeWindows1252(name) !== undefined);
  const read = lastNames(encodeWindows1252(fileOf(names)) ?? Buffer.alloc(0));
  expect(read).toEqual({ names, isAsked: false, faulty: [] });
});

test('what was read wrongly before it came is asked about, name by name', () => {
  for (const name of NAMES) {
    const verdict = readImport(taskOf(`Last name\n${decodeWindows1252(Buffer.from(name))}\n`));
    expect(verdict.ok && verdict.questions.map(({ question }) => question), name).toEqual(['NAMES']);
  }
});
