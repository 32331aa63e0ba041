import type { Answer, Parsed } from '#contract/calls.ts';
import { FAULTS_MOST } from '#contract/engine/faults.ts';
import { isDoubtful } from '#domain/imports/import-consent-match.ts';
import { DONE, parsedRecords } from '#domain/base/done-messages.ts';
import { Refused } from '#server/api-error.ts';
import { insertImportFile, saveMapping } from '#server/data/imports/import-records.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';
import { checkConsents, type CheckedFile, type CheckedRow } from './check-consents.ts';
import { withProgress } from './read-table.ts';
import { writeConsents, type WrittenConsent } from './write-consents.ts';

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
    await recordImport(context, file, written);
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
  if (bad.length === 0) return;
  const fields = bad.flatMap(({ row, errors }) =>
    errors.map(({ path, message }) => ({ path: ['rows', row, ...(path === '' ? [] : [path])].join('.'), message })),
  );
  throw new Refused('INVALID', { fields: fields.slice(0, FAULTS_MOST), data: { bad: bad.length } });
}

async function recordImport(
  context: Context<StaffActor>,
  { columns, file: { digest } }: CheckedFile,
  written: readonly WrittenConsent[],
): Promise<void> {
  const { db, actor, deps, now } = context;
  const { organisationId, userId, name } = actor;
  const mapping = Object.fromEntries(columns.map(({ heading, field }) => [heading, field]));
  await saveMapping(db, { organisationId, subject: 'CONSENTS' }, { mapping, now, userId });
  const by = { user_id: userId, user_name: name };
  const file = { organisation_id: organisationId, id: deps.newId(), subject: 'CONSENTS' as const, digest, at: now, ...by };
  await insertImportFile(db, { ...file, created: written.length });
  await logStaffSecurityEvent(db, context, {
    type: 'CONSENTS_IMPORTED',
    subject: `${written.length} ${written.length === 1 ? 'consent' : 'consents'}`,
    detail: digest,
  });
}
