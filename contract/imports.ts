import type { ImportFields, ImportMapping } from '#domain/imports/import-columns.ts';
import { FILE_CONFIRMATIONS, type FileConfirmation } from '#domain/imports/file-questions.ts';
import { IMPORT_KINDS, IMPORT_PHASES, RowNote } from '#domain/imports/import-table.ts';
import { IMPORTED_STATUSES, PATIENT_IMPORT, STATUS_FAULT } from '#domain/imports/import-patient.ts';
import { PatientDraft } from '#domain/patients/patient.ts';
import { Digest, Instant, Uuid } from '#domain/values/text.ts';
import { IMPORT_ROWS_MOST } from '#domain/imports/import-refusals.ts';
import * as v from 'valibot';
import { get, post } from '#contract/engine/define.ts';
import { PossibleDuplicate } from './patients.ts';
import { parseJson } from '#contract/engine/parse-json.ts';
import { DataOf } from '#contract/engine/shapes.ts';

/** Characters of a heading of a file [choice]. */
const HEADING_MOST = 5000;
/** Characters of the mapping of all headings as JSON [choice]. */
const MAPPING_TEXT_MOST = 500_000;
/** Characters of the name of a sheet: programs other than Excel allow more than its 31 [choice]. */
const IMPORTED_SHEET_NAME_MOST = 100;

/** The field of each heading of a file, null for one that is left out. */
function mappingTo(fields: ImportFields) {
  return v.record(
    v.pipe(v.string(), v.maxLength(HEADING_MOST, 'A heading is too long')),
    v.nullable(v.picklist(Object.keys(fields), 'The mapping names a field that is not known')),
    'The mapping must name a field, or null, for each heading',
  );
}
const Mapping = mappingTo(PATIENT_IMPORT);

/** A mapping as a form with a file carries it; undefined for a text that is none. */
export function parseMapping(text: string, fields: ImportFields): ImportMapping | undefined {
  return parseJson(mappingTo(fields), text);
}

/** The mapping of a call with a file, as JSON. */
export function mappingText(fields: ImportFields) {
  return v.pipe(
    v.string('The mapping must be text'),
    v.maxLength(MAPPING_TEXT_MOST, 'The mapping is too long'),
    v.check(
      (text) => parseMapping(text, fields) !== undefined,
      'The mapping must be JSON that names a field, or null, for each heading',
    ),
  );
}

const Confirmed = v.pipe(v.array(v.picklist(FILE_CONFIRMATIONS)), v.maxLength(FILE_CONFIRMATIONS.length));

/** The confirmations of a file, as a form with it carries them; undefined for a text that is no such list. */
export function parseConfirmed(text: string): FileConfirmation[] | undefined {
  return parseJson(Confirmed, text);
}

/** The confirmations of a call with a file, as JSON. */
export const ConfirmedText = v.pipe(
  v.string('confirmed must be text'),
  v.check((text) => parseConfirmed(text) !== undefined, `confirmed must be JSON: a list of ${FILE_CONFIRMATIONS.join(', ')}`),
);

/** The sheet of a workbook that is read. */
export const SheetName = v.pipe(
  v.string('The sheet must be text'),
  v.maxLength(IMPORTED_SHEET_NAME_MOST, 'The name of the sheet is too long'),
);
export const MappedColumns = v.array(v.object({ heading: v.string(), field: v.nullable(v.string()) }));
/** How a file was read. */
export const ImportedFile = v.object({
  kind: v.picklist(IMPORT_KINDS),
  encoding: v.optional(v.string()),
  delimiter: v.optional(v.string()),
  /** the sheets of a workbook, of which the first is read unless another is named */
  sheets: v.optional(v.array(v.string())),
  /** parts that the sheet hides, read or not: the number of its rows, and the headings of its columns */
  hidden: v.optional(v.object({ rows: v.number(), columns: v.array(v.string()) })),
  /** true where no heading of the first rows is known, and no row is read */
  hasNoHeading: v.optional(v.boolean()),
  digest: Digest,
});
/** The last import of this very file; null for one that was never imported. */
export const ImportBefore = v.nullable(v.object({ at: Instant, by: v.string(), created: v.number() }));
const Value = v.union([v.string(), v.boolean(), v.array(v.string())]);

/** A row as it would be sent on; faulty fields hold their text. */
const ImportedRow = v.object({
  /** in the file: headings are row 1; in a Bundle its entry, from 1 */
  row: v.number(),
  /** as they are in the file, in the order of the columns */
  cells: v.array(v.string()),
  value: v.record(v.string(), v.union([Value, v.record(v.string(), Value)])),
  errors: v.array(RowNote),
  warnings: v.array(RowNote),
  /** further values of the fields in the file, which were not read: an older name, a second telephone */
  leftOut: v.array(RowNote),
  possibleDuplicates: v.array(PossibleDuplicate),
  /** whether their contact details are not shown here, as records of other teams ask for a reason: nobody can say what differs */
  isContactHidden: v.optional(v.boolean()),
  /** other rows of the file that may be the same person */
  sameAs: v.array(v.number()),
});
export type ImportedRow = v.InferOutput<typeof ImportedRow>;

/** A patient of an import; the id is made once on the page, so that nothing is created twice. */
const ImportedPatient = v.strictObject({
  ...PatientDraft.entries,
  id: v.optional(Uuid),
  status: v.optional(v.picklist(IMPORTED_STATUSES, STATUS_FAULT)),
});

export const imports = {
  patientImport: post('patient/import', {
    holds: { answer: 'lines', refusals: 'nothing' },
    access: ['patients.import'],
    summary:
      'Reads patients from a file (CSV, XLSX or FHIR R4 Bundle) in the field “file”, and writes nothing. Each row comes with its faults and its likely duplicates. `mapping` is JSON: the field of each heading, or null. Hidden rows and columns of a workbook are read only with HIDDEN_ROWS and HIDDEN_COLUMNS in `confirmed`; a file with a question of its own (`data.question` of the refusal) only with that.',
    input: v.strictObject({
      mapping: v.optional(mappingText(PATIENT_IMPORT)),
      sheet: v.optional(SheetName),
      confirmed: v.optional(ConfirmedText),
    }),
    output: v.object({
      message: v.string(),
      data: v.array(ImportedRow),
      columns: MappedColumns,
      file: ImportedFile,
      /** the last import of this very file */
      before: ImportBefore,
    }),
    body: 'file',
    keyed: false,
  }),
  patientBulkAdd: post('patient/bulk-add', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['patients.import'],
    summary: `Creates up to ${IMPORT_ROWS_MOST} patients, all or none, and changes nobody. One faulty row refuses all, with the faults of the first rows.`,
    input: v.strictObject({
      patients: v.pipe(
        v.array(ImportedPatient),
        v.minLength(1, 'There is no patient to import'),
        v.maxLength(IMPORT_ROWS_MOST, `At most ${IMPORT_ROWS_MOST} patients can be imported at once`),
      ),
      digest: v.optional(Digest),
      mapping: v.optional(Mapping),
    }),
    output: DataOf(v.object({ created: v.number(), results: v.array(v.object({ id: Uuid, recordID: v.string() })) })),
    faultData: (paths) => ({
      bad: new Set(paths.flatMap(([list, row]) => (list === 'patients' && row !== undefined ? [row] : []))).size,
    }),
  }),
  importProgress: get('import/progress', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['patients.import'],
    summary: 'How far an own import is that is running on this server, by its Idempotency-Key; UNKNOWN for any other.',
    input: v.strictObject({ key: Uuid }),
    output: DataOf(v.object({ phase: v.picklist(IMPORT_PHASES), done: v.number(), total: v.number() })),
  }),
};
