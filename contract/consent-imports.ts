import { CONSENT_IMPORT, CONSENT_IMPORT_FIELDS } from '#domain/imports/import-consent.ts';
import { Digest, Uuid } from '#domain/values/text.ts';
import { SIDES } from '#domain/base/states.ts';
import { IMPORT_CELL_MOST, IMPORT_ROWS_MOST } from '#domain/imports/import-refusals.ts';
import { PatientOfRow } from '#contract/shapes/record-summary.ts';
import * as v from 'valibot';
import { post } from '#contract/engine/define.ts';
import { RowNote } from '#domain/imports/import-table.ts';
import { ConfirmedText, MappedColumns, ImportedFile, ImportBefore, mappingText, SheetName } from './imports.ts';
import { parseJson } from '#contract/engine/parse-json.ts';

/** Characters of the edits or choices of a file as JSON beside it [choice]. */
const IMPORT_EDITS_TEXT_MOST = 1_000_000;

/** A change that a person made to a cell after the file was read. `row` is that of the file. */
const Edit = v.strictObject({
  row: v.pipe(v.number('The row must be a number'), v.integer('The row must be a whole number')),
  field: v.picklist(CONSENT_IMPORT_FIELDS, 'The field is not one of a consent'),
  value: v.pipe(v.string('The value must be text'), v.maxLength(IMPORT_CELL_MOST, 'The value is too long')),
});
export type ImportEdit = v.InferOutput<typeof Edit>;

/** As many edits as a person may make of one file [choice]. */
const EDITS_MOST = IMPORT_ROWS_MOST;
const Edits = v.pipe(v.array(Edit), v.maxLength(EDITS_MOST));
const Rows = v.pipe(v.array(v.pipe(v.number(), v.integer())), v.minLength(1), v.maxLength(IMPORT_ROWS_MOST));

/** The chosen rows as a form with a file carries them; undefined for a text that is none. */
export function parseRows(text: string): number[] | undefined {
  return parseJson(Rows, text);
}

/** The edits as a form with a file carries them; undefined for a text that is none. */
export function parseEdits(text: string): ImportEdit[] | undefined {
  return parseJson(Edits, text);
}

const jsonText = (label: string, isSound: (text: string) => boolean, shape: string) =>
  v.pipe(
    v.string(`The ${label} must be text`),
    v.maxLength(IMPORT_EDITS_TEXT_MOST, `The ${label} are too long`),
    v.check(isSound, `The ${label} must be JSON: ${shape}`),
  );

/** A row as it would become a consent; faulty fields hold their text. */
const CheckedRow = v.object({
  /** in the file: headings are row 1 */
  row: v.number(),
  ok: v.boolean(),
  /** as they are in the file, in the order of the columns; empty once it was imported */
  cells: v.array(v.string()),
  value: v.record(v.string(), v.string()),
  errors: v.array(RowNote),
  warnings: v.array(RowNote),
  /** null where nobody, or more than one, fits */
  patient: v.nullable(PatientOfRow),
  procedure: v.nullable(v.object({ procedureID: Uuid, procedureName: v.string(), sideRequired: v.boolean() })),
  side: v.nullable(v.picklist(SIDES)),
  /** the earlier row of the file with the same consent, where that is the only fault: either of the two may be imported */
  doubleOf: v.optional(v.number()),
  /** of the consent that was made; absent before */
  recordID: v.optional(Uuid),
  consentID: v.optional(Uuid),
});
export type CheckedConsentRow = v.InferOutput<typeof CheckedRow>;

const CONSENT_IMPORT_CALL = {
  access: ['patients.import'],
  summary:
    'Reads consents from a file (CSV or XLSX) in the field “file”, and writes nothing. With `commit` “true” and the `digest` of the file that was read they are created: the chosen `rows`, or all, and all or none; a row with another first name than its patient’s must be among the chosen. `edits` are changes of cells, `rows` restricts the answer to these rows.',
  input: v.strictObject({
    mapping: v.optional(mappingText(CONSENT_IMPORT)),
    sheet: v.optional(SheetName),
    confirmed: v.optional(ConfirmedText),
    commit: v.optional(v.picklist(['true', 'false'], 'commit must be “true” or “false”')),
    digest: v.optional(Digest),
    rows: v.optional(jsonText('rows', (text) => parseRows(text) !== undefined, 'numbers of rows of the file, at least one')),
    edits: v.optional(jsonText('edits', (text) => parseEdits(text) !== undefined, 'a list of {row, field, value}')),
  }),
  holds: { answer: 'lines', refusals: 'nothing' },
  output: v.object({
    message: v.string(),
    data: v.object({
      recordData: v.array(CheckedRow),
      columns: MappedColumns,
      file: ImportedFile,
      /** how many consents were created by this call */
      created: v.number(),
      /** the last import of this very file */
      before: ImportBefore,
    }),
  }),
  body: 'file',
} as const;

/** A preview writes nothing, and its answer is stored nowhere. */
const isRead = (input: Readonly<Record<string, unknown>>) => input['commit'] !== 'true';

/** One call under the two paths of the specification. */
export const consentImports = {
  recordImport: { ...post('record/import', CONSENT_IMPORT_CALL), isRead },
  importConsent: { ...post('importConsent', CONSENT_IMPORT_CALL), isRead },
};
