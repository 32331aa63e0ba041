import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseConfirmed, parseMapping } from '#contract/imports.ts';
import {
  doubledField,
  foldedHeading,
  guessColumns,
  knownHeadings,
  mappedColumns,
  type ImportColumn,
  type ImportFields,
  type ImportMapping,
} from '#domain/imports/import-columns.ts';
import { IMPORT_REFUSALS } from '#domain/imports/import-refusals.ts';
import type { ImportKind, ImportPhase, ImportTableRow, ImportSubject, ImportTable } from '#domain/imports/import-table.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { Refused } from '#server/api-error.ts';
import { presentLetterhead } from '#server/data/accounts/organisations.ts';
import { importBefore, mappedHeadings, mappingOf, type EarlierImport } from '#server/data/imports/import-records.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import type { ImportFileFormat } from '#server/outside/import/read-import.ts';
import { sha256Hex } from '#server/sha256.ts';

/** A subject of imports: the kinds of its files, and its fields. */
export type ImportDefinition = {
  readonly subject: ImportSubject;
  readonly kinds: readonly ImportKind[];
  readonly fields: ImportFields;
};

/** A file that was read, before its rows are checked. */
export type ReadTable = {
  readonly rows: readonly ImportTableRow[];
  readonly columns: ImportColumn[];
  readonly file: ImportFileFormat & { hasNoHeading?: boolean; digest: string };
  readonly before: EarlierImport | null;
};

/** The part of a call that is about its file. `mapping` and `confirmed` are JSON; with `digest` the file must be this one. */
type FileInput = {
  readonly mapping: string | undefined;
  readonly sheet: string | undefined;
  readonly confirmed: string | undefined;
  readonly digest?: string | undefined;
};

/** Notes how far the import of this call is. */
export type NoteProgress = (phase: ImportPhase, done?: number, total?: number) => void;

/** Rows that are checked before other requests have their turn. */
const ROWS_CHECKED_AT_ONCE = 100;

/** Runs an import with its progress recorded; a failed one has none. */
export async function withProgress<T>(
  { actor, deps, progressKey }: Context<StaffActor>,
  run: (note: NoteProgress) => Promise<T>,
): Promise<T> {
  const { importProgress } = deps;
  try {
    return await run((phase, done = 0, total = 0) => importProgress.note(actor.userId, progressKey, { phase, done, total }));
  } catch (error) {
    importProgress.forget(actor.userId, progressKey);
    throw error;
  }
}

/**
 * Reads the file of a call as a table, with its columns as they are mapped.
 *
 * @throws Refused INVALID, UNSUPPORTED or TOO_LARGE with a sentence about the file; Busy while other files are read
 */
export async function readTable(
  context: Context<StaffActor>,
  definition: ImportDefinition,
  { mapping: mappingJson, sheet, confirmed = '[]', digest: expected }: FileInput,
): Promise<ReadTable> {
  const { db, actor, deps, files } = context;
  const { subject, kinds, fields } = definition;
  const file = files[0] ?? Buffer.alloc(0);
  const digest = sha256Hex(file);
  if (expected !== undefined && expected !== digest) throw new Refused('INVALID', { fields: [ANOTHER_FILE] });
  const mapping = mappingJson === undefined ? undefined : parseMapping(mappingJson, fields);
  // Headings that a person has named, now or in an import before, are known as well, whatever their language.
  const named = [...Object.keys(mapping ?? {}), ...(await mappedHeadings(db, { organisationId: actor.organisationId, subject }))];
  const known = [...knownHeadings(fields).keys(), ...named.map(foldedHeading)];
  const { name: organisationName } = await presentLetterhead(db, actor.organisationId);
  const today = localDate(deps.clock(), deps.settings.timeZone);
  const reader = { today, origin: deps.publicOrigin, organisationName };
  const answers = parseConfirmed(confirmed) ?? [];
  const verdict = await deps.imports.read({ file, kinds, known, reader, sheet, confirmed: answers });
  if (!verdict.ok) throw refusedFile(verdict.reason);
  const { table, source, questions } = verdict;
  const open = questions.find(({ question }) => !answers.includes(question));
  if (open !== undefined)
    throw new Refused('INVALID', { fields: [{ path: 'file', message: open.message }], data: { question: open.question } });
  const columns = await columnsFor(context, definition, { table, mapping });
  const before = await importBefore(db, { organisationId: actor.organisationId, subject }, digest);
  // One sentence, instead of a fault in each row.
  const isUnread = table.hasNoHeading === true && columns.every(({ field }) => field === null);
  return {
    rows: isUnread ? [] : table.rows,
    columns,
    file: { ...source, ...(isUnread ? { hasNoHeading: true } : {}), digest },
    before,
  };
}

const ANOTHER_FILE = { path: 'digest', message: 'This is not the file that was read. Read it again before you import it.' };

/** Each row by itself, with turns for other requests between. */
export async function readImportRows<R>(
  rows: readonly ImportTableRow[],
  read: (row: ImportTableRow) => R,
  note: NoteProgress,
): Promise<R[]> {
  const done: R[] = [];
  for (let from = 0; from < rows.length; from += ROWS_CHECKED_AT_ONCE) {
    note('CHECKING', from, rows.length);
    for (const row of rows.slice(from, from + ROWS_CHECKED_AT_ONCE)) done.push(read(row));
    await nextTurn();
  }
  return done;
}

/** The columns as the file's kind says, as a person says, as they were committed before, or as their headings sound. */
async function columnsFor(
  { db, actor: { organisationId } }: Context<StaffActor>,
  { subject, fields }: ImportDefinition,
  { table: { headings, fields: knownFields }, mapping }: { table: ImportTable; mapping: ImportMapping | undefined },
): Promise<ImportColumn[]> {
  if (knownFields !== undefined) return headings.map((heading, at) => ({ heading, field: knownFields[at] ?? null }));
  const before = mapping ?? (await mappingOf(db, { organisationId, subject }, headings));
  const columns = before === undefined ? guessColumns(headings, fields) : mappedColumns(headings, before);
  const doubled = doubledField(columns, fields);
  if (doubled === undefined) return columns;
  const label = fields[doubled]?.label ?? doubled;
  throw new Refused('INVALID', {
    fields: [{ path: 'mapping', message: `Two columns are read as ${label}. Leave one of them out.` }],
  });
}

function refusedFile(reason: keyof typeof IMPORT_REFUSALS): Refused {
  const { failure, message } = IMPORT_REFUSALS[reason];
  return new Refused(failure, { fields: [{ path: reason === 'NO_SUCH_SHEET' ? 'sheet' : 'file', message }] });
}
