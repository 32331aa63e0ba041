import { counted } from '#domain/base/counted.ts';
import type { Answer, Parsed } from '#contract/calls.ts';
import { parseChosenRows } from '#contract/theatre-sheet.ts';
import type { SheetClash } from '#domain/theatre/theatre-sheet.ts';
import { DONE, parsedRecords } from '#domain/base/done-messages.ts';
import { Refused } from '#server/api-error.ts';
import type { Fault } from '#domain/base/fault.ts';
import { FAULTS_MOST } from '#contract/engine/faults.ts';
import { lockCases } from '#server/data/cases/ordered-locks.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { sha256Hex } from '#server/sha256.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';
import { openCase } from '#server/work/cases/open-case.ts';
import { judgeRows, type JudgedRow } from './judge-rows.ts';
import { readSheetFile, type WrittenRow } from './sheet-file.ts';
import { writeRow } from './write-row.ts';

/**
 * Reads a sheet that was filled in, and with `commit` writes its rows: those of `rows`, else all of them. All are written or none. A row
 * that is there already is not written again, whoever brings it back.
 *
 * @throws Refused INVALID naming each row with a fault, each with a clash that nobody chose, and a file that is not the one of the
 *   preview; UNSUPPORTED or TOO_LARGE about the file
 */
export async function bringBack(
  context: Context<StaffActor>,
  { commit, digest: expected, rows }: Parsed<'patientListedSheetImport'>,
): Promise<Answer<'patientListedSheetImport'>> {
  const { deps, files } = context;
  const file = files[0] ?? Buffer.alloc(0);
  const digest = sha256Hex(file);
  const isCommit = commit === 'true';
  if (isCommit && expected === undefined) throw invalid([{ path: 'digest', message: 'Name the file that was looked at' }]);
  if (isCommit && expected !== digest)
    throw invalid([{ path: 'digest', message: 'This is another file than the one that was looked at' }]);
  // Reading takes its time: no transaction is open meanwhile.
  const written = await readSheetFile(deps, file);
  if (!isCommit) {
    const judged = await judgeRows(context, written);
    return { message: parsedRecords(judged.length), data: judged.map(presentRow), file: { digest }, written: 0 };
  }
  const chosen = rows === undefined ? undefined : parseChosenRows(rows);
  const done = await inTransaction(deps.database.db, (trx) => writeRows({ ...context, db: trx }, { written, chosen, digest }));
  return { message: DONE.SHEET_SAVED, data: done.map(({ row }) => presentRow(row)), file: { digest }, written: countNew(done) };
}

type Commit = {
  readonly written: readonly WrittenRow[];
  /** the clash that is passed by row; absent: every row that has none */
  readonly chosen: ReturnType<typeof parseChosenRows>;
  readonly digest: string;
};

/** Judges the chosen rows once more, under the locks of their cases: somebody else may have brought the same sheet back meanwhile. */
async function writeRows(
  context: Context<StaffActor>,
  { written, chosen, digest }: Commit,
): Promise<{ row: JudgedRow; isNew: boolean }[]> {
  const { db, actor } = context;
  const rows = written.filter(({ row }) => chosen?.has(row) ?? true);
  const unlocked = await judgeRows(context, rows);
  const cases = unlocked.flatMap(({ coded }) => coded?.case_id ?? []);
  const patients = unlocked.flatMap(({ coded }) => coded?.patient_id ?? []);
  await lockCases(db, actor.organisationId, { cases, patients });
  const judged = await judgeRows(context, rows);
  const faults = [
    ...[...(chosen?.keys() ?? [])]
      .filter((row) => !rows.some((each) => each.row === row))
      .map((row) => ({ path: `rows.${row}`, message: `Row ${row} is not filled in` })),
    ...judged.flatMap((row) => faultsOf(row, chosen?.get(row.row) ?? null)),
  ];
  if (faults.length > 0) throw invalid(faults.slice(0, FAULTS_MOST));
  const done = [];
  for (const row of judged) {
    const { coded, entry, decliner, isThere } = row;
    const isNew = !isThere && coded !== undefined && entry !== undefined;
    // Ink on a sheet was written without a network, as what a tablet kept: it is taken without a reason.
    const kept = { ...context, capture: { ...context.capture, isFromPaper: true } as const };
    if (isNew) await writeRow(await openCase(kept, coded.consent_id), { code: coded.code, entry, signer: decliner });
    done.push({ row, isNew });
  }
  const count = countNew(done);
  const subject = counted(count, 'row');
  if (count > 0) await logStaffSecurityEvent(db, context, { type: 'SHEET_BROUGHT_BACK', subject, detail: digest });
  return done;
}

function countNew(done: readonly { isNew: boolean }[]): number {
  return done.filter(({ isNew }) => isNew).length;
}

/** Why a row is not written. `passed`: the clash that a person chose to pass. */
function faultsOf({ row, errors, clash, isThere }: JudgedRow, passed: SheetClash | 'ANY' | null): Fault[] {
  if (errors.length > 0)
    return errors.map(({ path, message }) => ({ path: `rows.${row}.${path}`, message: `Row ${row}: ${message}` }));
  if (isThere || clash === null || clash === passed || passed === 'ANY') return [];
  return [{ path: `rows.${row}.clash`, message: `Row ${row}: a person has to choose whether this counts` }];
}

function presentRow({ coded: _, entry: _entry, decliner: _decliner, ...row }: JudgedRow) {
  return row;
}

function invalid(fields: readonly Fault[]): Refused {
  return new Refused('INVALID', { fields });
}
