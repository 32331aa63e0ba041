import { ShownPatient } from '#domain/patients/shown-patient.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { Digest, Instant, Uuid } from '#domain/values/text.ts';
import { SHEET_CLASHES, SHEET_FIELDS, SHEET_OUTCOMES, type SheetClash, type SheetField } from '#domain/theatre/theatre-sheet.ts';
import { FILE_TYPES } from '#contract/engine/file-types.ts';
import * as v from 'valibot';
import { get, post } from '#contract/engine/define.ts';
import { parseJson } from '#contract/engine/parse-json.ts';
import { MergedFrom } from '#contract/shapes/record-summary.ts';
import { TheatreFilter } from './theatre.ts';

/** Characters of the chosen rows as JSON beside the file [choice]. */
const CHOSEN_ROWS_TEXT_MOST = 500_000;

/** The format of a sheet: a workbook that comes back, or a pack to print. */
export const SHEET_FORMATS = ['XLSX', 'PDF'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

const RowNumber = v.pipe(v.number(), v.integer());

/**
 * A row that a person chose to write: with the clash that they saw, none for a row that fits; or its number alone, which takes the row as
 * it stands.
 */
const ChosenRow = v.union([RowNumber, v.strictObject({ row: RowNumber, clash: v.optional(v.picklist(SHEET_CLASHES)) })]);
export type ChosenRow = Exclude<v.InferOutput<typeof ChosenRow>, number>;

/** Chosen rows as a form with a file carries them: the clash that is passed by row, null for none; undefined for a text that is none. */
export function parseChosenRows(text: string): ReadonlyMap<number, SheetClash | 'ANY' | null> | undefined {
  const rows = parseJson(v.array(ChosenRow), text);
  return rows && new Map(rows.map((each) => (typeof each === 'number' ? [each, 'ANY'] : [each.row, each.clash ?? null])));
}

const Text = v.string();
// A text for each open column.
const SheetValue = v.object(Object.fromEntries(SHEET_FIELDS.map((field) => [field, Text])) as Record<SheetField, typeof Text>);

/** A row of a sheet that was filled in. */
const SheetRow = v.object({
  /** in the file, from 1, headings counted */
  row: v.number(),
  code: v.string(),
  /** whether it is written without a person's choice */
  ok: v.boolean(),
  /** whether exactly this was brought back before: it is not written again */
  isThere: v.boolean(),
  recordID: v.nullable(Uuid),
  /** why a person has to choose; null where nobody has to */
  clash: v.nullable(v.picklist(SHEET_CLASHES)),
  /** the open cells as they were written */
  value: SheetValue,
  errors: v.array(v.object({ path: v.string(), message: v.string() })),
  /** by the code, not by the locked cells; null for an unknown code */
  shown: v.nullable(
    v.object({
      patient: ShownPatient,
      /** the record that the form is of, where it is merged into the patient's since */
      mergedFrom: v.nullable(MergedFrom),
      procedures: v.array(v.object({ procedureName: v.string(), side: v.nullable(v.string()), site: v.string() })),
      /** whom the form names: those of the role that was written, else those who decide */
      signers: v.array(v.object({ signer: v.string(), role: v.picklist(SIGNER_ROLES) })),
    }),
  ),
  /** the moment that the time of the row stands for; null where it cannot be read */
  at: v.nullable(Instant),
  /** earlier entries for this version from sheets, newest last */
  before: v.array(
    v.object({
      outcome: v.picklist(SHEET_OUTCOMES),
      time: Instant,
      signer: v.string(),
      role: v.nullable(v.picklist(SIGNER_ROLES)),
      clinician: v.string(),
      interpreter: v.string(),
      note: v.string(),
      at: Instant,
      by: v.string(),
    }),
  ),
});
export type SheetRow = v.InferInput<typeof SheetRow>;

/** The sheet for a dead tablet: a list that goes out on paper or as a workbook, and comes back filled in. */
export const theatreSheet = {
  patientListedSheet: get('patient/listed/sheet', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.read'],
    summary:
      'The list as a sheet for the time when no tablet works: XLSX, a workbook to fill in, or PDF, a pack with each form that is out to be signed. Each row has a code.',
    input: v.strictObject({
      ...TheatreFilter.entries,
      format: v.picklist(SHEET_FORMATS, `The format must be one of ${SHEET_FORMATS.join(', ')}`),
    }),
    output: v.unknown(),
    answer: 'file',
    fileTypes: SHEET_FORMATS.map((format) => FILE_TYPES[format]),
  }),
  patientListedSheetImport: post('patient/listed/sheet', {
    holds: { answer: 'lines', refusals: 'nothing' },
    access: ['consents.write'],
    summary:
      'Reads a sheet that was filled in (XLSX or CSV) from the field “file”: the code and the columns behind “As of”, nothing else. With `commit` it is written: all rows, or those of `rows` (JSON: numbers, or [{row, clash?}]). A row with a clash is written by a person’s choice alone, and no row twice.',
    input: v.strictObject({
      commit: v.optional(v.picklist(['true', 'false'], 'Say true to write the rows')),
      digest: v.optional(Digest),
      rows: v.optional(
        v.pipe(
          v.string('The rows must be text'),
          v.maxLength(CHOSEN_ROWS_TEXT_MOST, 'There are too many rows'),
          v.check((text) => parseChosenRows(text) !== undefined, 'The rows must be JSON: a list of numbers, or of {row, clash?}'),
        ),
      ),
    }),
    output: v.object({
      message: v.string(),
      data: v.array(SheetRow),
      file: v.object({ digest: Digest }),
      /** rows that were written now */
      written: v.number(),
    }),
    body: 'file',
    keyed: false,
  }),
};
