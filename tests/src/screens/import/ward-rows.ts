import type { ImportField } from '#domain/imports/import-columns.ts';
import { faultyFields, textOf, textsOf, type ImportLine } from '#src/screens/import/lines.ts';
import type { ImportSource, OpenFile, RowType, WriteCall } from '#src/screens/import/row-type.ts';
import { paths } from '#src/paths.ts';

/** A third import, of a kind that the product does not have: wards with their beds. It is a row type, and nothing else. */
export type WardField = 'name' | 'beds' | 'kind';
export type WardLine = ImportLine<WardField> & { readonly isHere: boolean };
export type WardRow = { readonly row: number; readonly texts: Partial<Record<WardField, string>>; readonly cells?: string[] };

const FIELDS: Readonly<Record<WardField, ImportField>> = {
  name: { label: 'Name', headings: ['ward'] },
  beds: { label: 'Beds', headings: [] },
  kind: { label: 'Kind', headings: [], choices: { DAY: 'Day', NIGHT: 'Night' } },
};

export const SOURCE: ImportSource = {
  columns: [
    { heading: 'Ward', field: 'name' },
    { heading: 'Beds', field: 'beds' },
  ],
  file: { kind: 'CSV', digest: 'a'.repeat(64) },
  before: null,
};

/** The server of the made-up import: each answer is given by the test. */
export type WardServer = {
  read: () => Promise<readonly WardRow[]>;
  /** names of wards that are here already */
  compare: (rows: readonly number[]) => Promise<ReadonlySet<string>>;
  write: (ready: readonly WardLine[], keyFor: WriteCall['keyFor']) => Promise<void>;
};

export function wardLine({ row, texts, cells = ['', ''] }: WardRow): WardLine {
  const errors = faultsOf(texts);
  const faulty = faultyFields(errors, FIELDS);
  return {
    row,
    cells,
    texts,
    edits: {},
    errors,
    warnings: [],
    faulty,
    isUnchecked: false,
    isChosen: true,
    made: null,
    isHere: false,
  };
}

function faultsOf({ name = '', beds = '' }: Partial<Record<WardField, string>>) {
  return [
    ...(name.trim() === '' ? [{ path: 'name', message: 'Enter the Name' }] : []),
    ...(/^\d+$/.test(beds) ? [] : [{ path: 'beds', message: 'The Beds must be a number' }]),
  ];
}

/** The whole of the third import. */
export function wardRows(server: WardServer): RowType<WardField, WardLine> {
  return {
    words: {
      nouns: ['ward', 'wards'],
      hint: 'CSV',
      done: 'They are in the list.',
      back: { href: paths.patients.href, label: 'Wards' },
    },
    accept: '.csv',
    fields: FIELDS,
    refreshes: ['wards'],
    questionOf: ({ isHere, isChosen }) =>
      isHere ? { words: 'Here already?', problem: 'Here already', isOpen: !isChosen, isTick: true } : null,
    isLeftOut: ({ isChosen }) => !isChosen,
    read: async () => ({ source: SOURCE, lines: (await server.read()).map(wardLine) }),
    reread: (line, { notes }) => ({ ...line, errors: [...notes, ...faultsOf(Object.fromEntries(textsOf(line)))] }),
    openFields: ({ errors }) => faultyFields(errors, FIELDS),
    comparedFields: ['name'],
    compare: async ({ lines }: OpenFile<WardLine>, rows) => {
      const here = await server.compare(rows);
      const sent = new Map(lines.map((line) => [line.row, line.edits]));
      return (now) =>
        now.map((line) => {
          // As with doubles of consents, an answer is about other rows too.
          const isAsked = rows.includes(line.row) || here.has(textOf(line, 'name'));
          if (!isAsked || sent.get(line.row) !== line.edits) return line;
          const isHere = here.has(textOf(line, 'name'));
          return { ...line, isHere, isUnchecked: false, isChosen: !isHere };
        });
    },
    sameRows: (lines, line, field) =>
      field === 'kind' ? lines.filter(({ row, texts }) => row !== line.row && texts.kind === line.texts.kind) : [],
    choose: (lines, row, isChosen) => lines.map((line) => (line.row === row ? { ...line, isChosen } : line)),
    write: async (_, ready, { keyFor, onMade }) => {
      keyFor(
        'wardAdd',
        ready.map((line) => [...textsOf(line)]),
      );
      await server.write(ready, keyFor);
      onMade(new Map(ready.map(({ row }) => [row, { href: paths.patients.href, label: `W-${row}` }])));
      return [];
    },
    refusedAt: (path) => {
      const [list, row, field = ''] = path.split('.');
      return list === 'rows' ? { row: Number(row), field } : null;
    },
    nameOf: (line) => textOf(line, 'name'),
    cells: [{ heading: 'Ward', width: '1fr', show: (line) => textOf(line, 'name') }],
  };
}
