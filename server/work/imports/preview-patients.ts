import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Answer, Parsed } from '#contract/calls.ts';
import { parseMapping } from '#contract/imports.ts';
import { doubledField, guessColumns, knownHeadings, mappedColumns, type ImportColumn } from '#domain/import-columns.ts';
import { PATIENT_IMPORT } from '#domain/import-patient.ts';
import { IMPORT_REFUSALS } from '#domain/import-refusals.ts';
import { IMPORT_KINDS, type ImportTable } from '#domain/import-table.ts';
import { duplicatesIn, indexPatients } from '#domain/likely-duplicates.ts';
import { IMPORT_DUPLICATES_MOST } from '#domain/limits.ts';
import { parsedRecords } from '#domain/messages.ts';
import { Refused } from '#server/api-error.ts';
import { patientsSharing } from '#server/data/consents/bulk-patients.ts';
import { importBefore, mappingOf } from '#server/data/consents/import-records.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { patientsFor } from '#server/policies/restricted.ts';
import { patientVisibility } from '#server/policies/visibility.ts';
import { sha256Hex } from '#server/sha256.ts';
import { indexRows, readRow, sameRows, sharedValues, type ReadRow } from './import-rows.ts';

/** Rows that are checked before other requests have their turn. */
const ROWS_AT_ONCE = 100;
const KNOWN = [...knownHeadings(PATIENT_IMPORT).keys()];

type Progress = (phase: 'READING' | 'CHECKING' | 'DONE', done?: number, total?: number) => void;

/**
 * Reads a file of patients and compares it with the patients of the organisation; writes nothing.
 *
 * @throws Refused INVALID, UNSUPPORTED or TOO_LARGE with a sentence about the file; Busy while other files are read
 */
export async function previewPatients(
  context: Context<StaffActor>,
  { mapping, sheet }: Parsed<'patientImport'>,
): Promise<Answer<'patientImport'>> {
  const { actor, deps, files, progressKey } = context;
  const note: Progress = (phase, done = 0, total = 0) =>
    deps.importProgress.note(actor.userId, progressKey, { phase, done, total });
  note('READING');
  try {
    const file = files[0] ?? Buffer.alloc(0);
    const verdict = await deps.imports.read({ file, kinds: IMPORT_KINDS, known: KNOWN, now: deps.clock(), sheet });
    if (!verdict.ok) throw refusedFile(verdict.reason);
    const { table, source } = verdict;
    const columns = await columnsFor(context, table, mapping);
    const rows = await readRows(table, { columns, now: deps.clock(), note });
    const data = await compareRows(context, rows);
    const digest = sha256Hex(file);
    const before = await importBefore(context.db, { organisationId: actor.organisationId, subject: 'PATIENTS' }, digest);
    note('DONE', rows.length, rows.length);
    return { message: parsedRecords(data.length), data, columns, file: { ...source, digest }, before };
  } catch (error) {
    deps.importProgress.forget(actor.userId, progressKey);
    throw error;
  }
}

/** The columns as the file's kind says, as a person says, as they were committed before, or as their headings sound. */
async function columnsFor(
  { db, actor: { organisationId } }: Context<StaffActor>,
  { headings, fields }: ImportTable,
  mapping: string | undefined,
): Promise<ImportColumn[]> {
  if (fields !== undefined) return headings.map((heading, at) => ({ heading, field: fields[at] ?? null }));
  const before =
    (mapping === undefined ? undefined : parseMapping(mapping)) ??
    (await mappingOf(db, { organisationId, subject: 'PATIENTS' }, headings));
  const columns = before === undefined ? guessColumns(headings, PATIENT_IMPORT) : mappedColumns(headings, before);
  const doubled = doubledField(columns, PATIENT_IMPORT);
  if (doubled === undefined) return columns;
  const label = PATIENT_IMPORT[doubled]?.label ?? doubled;
  throw new Refused('INVALID', {
    fields: [{ path: 'mapping', message: `Two columns are read as ${label}. Leave one of them out.` }],
  });
}

async function readRows(
  { rows }: ImportTable,
  { columns, now, note }: { columns: readonly ImportColumn[]; now: number; note: Progress },
): Promise<ReadRow[]> {
  const read: ReadRow[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    note('CHECKING', from, rows.length);
    for (const row of rows.slice(from, from + ROWS_AT_ONCE)) read.push(readRow(row, columns, now));
    await nextTurn();
  }
  return read;
}

async function compareRows(context: Context<StaffActor>, rows: readonly ReadRow[]): Promise<Answer<'patientImport'>['data']> {
  const { db, actor } = context;
  const found = rows.length === 0 ? [] : await patientsSharing(db, patientVisibility(actor), sharedValues(rows));
  const patients = indexPatients(found.map(patientsFor(context)));
  const inFile = indexRows(rows);
  return rows.map((each) => {
    const { row, cells, value, errors, warnings, identity } = each;
    const possibleDuplicates = duplicatesIn(patients, identity, IMPORT_DUPLICATES_MOST);
    return {
      row,
      cells: [...cells],
      value,
      errors: [...errors],
      warnings: [...warnings],
      possibleDuplicates,
      sameAs: sameRows(inFile, each),
    };
  });
}

function refusedFile(reason: keyof typeof IMPORT_REFUSALS): Refused {
  const { failure, message } = IMPORT_REFUSALS[reason];
  return new Refused(failure, { fields: [{ path: reason === 'NO_SUCH_SHEET' ? 'sheet' : 'file', message }] });
}
