import { mappingOfColumns } from '#domain/imports/import-columns.ts';
import type { Answer, Parsed } from '#contract/calls.ts';
import { isDoubtful } from '#domain/imports/import-consent-match.ts';
import { DONE, parsedRecords } from '#domain/base/done-messages.ts';
import { Refused } from '#server/api-error.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { checkConsents, type CheckedRow } from './check-consents.ts';
import { finishImport, refuseFaults } from './finish-import.ts';
import { withProgress } from './read-table.ts';
import { writeConsents } from './write-consents.ts';

type Result = Answer<'recordImport'>;

/**
 * Reads consents from a file and compares them; with `commit` creates those of the chosen rows, or of all, in the caller's transaction.
 *
 * @throws Refused INVALID for a file or a row with a fault, and for another file than the one of the digest
 */
export async function importConsents(context: Context<StaffActor>, input: Parsed<'recordImport'>): Promise<Result> {
  const isCommit = input.commit === 'true';
  if (isCommit && input.digest === undefined)
    throw new Refused('INVALID', { fields: [{ path: 'digest', message: 'Say which file was read, by its digest' }] });
  return withProgress(context, async (note) => {
    const file = await checkConsents(context, input, { isCommit, note });
    const { columns, before, checked } = file;
    const answer = { columns, file: file.file, before };
    if (!isCommit) {
      note('DONE', checked.length, checked.length);
      const recordData = checked.map((row) => ({ ...presentRow(row), cells: [...row.cells] }));
      return { message: parsedRecords(recordData.length), data: { recordData, ...answer, created: 0 } };
    }
    refuseFaulty(input.rows === undefined ? checked.map(withDoubt) : checked);
    const written = await writeConsents(context, file, note);
    const mapping = mappingOfColumns(columns);
    await finishImport(context, 'CONSENTS', { created: written.length, digest: file.file.digest, mapping });
    note('DONE', written.length, written.length);
    const ids = new Map(written.map(({ row, ...made }) => [row, made]));
    const recordData = checked.map((row) => ({ ...presentRow(row), cells: [], ...ids.get(row.row) }));
    return { message: DONE.IMPORTED, data: { recordData, ...answer, created: written.length } };
  });
}

function presentRow({
  row,
  value,
  errors,
  warnings,
  patient,
  procedure,
  side,
  doubleOf,
}: CheckedRow): Omit<Result['data']['recordData'][number], 'cells'> {
  return {
    row,
    ok: errors.length === 0,
    value: { ...value },
    errors: [...errors],
    warnings: [...warnings],
    patient,
    procedure,
    side,
    ...(doubleOf === undefined ? {} : { doubleOf }),
  };
}

/** A row whose patient somebody must look at is imported where it was chosen, and not as one of all. */
function withDoubt(checked: CheckedRow): CheckedRow {
  return isDoubtful(checked.warnings) ? { ...checked, errors: [...checked.errors, ...checked.warnings] } : checked;
}

/** @throws Refused INVALID naming the faults by the rows of the file */
function refuseFaulty(rows: readonly CheckedRow[]): void {
  if (rows.length === 0) throw new Refused('INVALID', { fields: [{ path: 'file', message: 'There is no row in this file' }] });
  const bad = rows.filter(({ errors }) => errors.length > 0);
  const fields = bad.flatMap(({ row, errors }) =>
    errors.map(({ path, message }) => ({ path: ['rows', row, ...(path === '' ? [] : [path])].join('.'), message })),
  );
  refuseFaults(fields, bad.length);
}
