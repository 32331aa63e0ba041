import { counted } from '#domain/base/counted.ts';
import { beforeHistory, detailsDigest } from '#domain/patients/history-replay.ts';
import { CHAIN_START } from '#domain/cases/timeline.ts';
import { insertSecurityEvent } from '#server/data/accounts/security-log.ts';
import { sealedHead, writeHeads } from '#server/data/integrity/chain-heads.ts';
import { patientsAfter, storedPatient, type StoredPatient } from '#server/data/patients/patient-pages.ts';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';
import { historyOf } from '#server/data/patients/patient-changes.ts';
import { lockPatient, presentWithContact, type PatientRow } from '#server/data/patients/patients.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { sha256Hex } from '#server/sha256.ts';

type Recording = Pick<Deps, 'database' | 'chainKey' | 'clock' | 'newId' | 'log'>;

/**
 * Records the details of patients from before there were histories, as they are now: once, at the first start with tables that no start
 * has recorded yet. Each security log says how many, and when. What is recorded already stays.
 */
export async function recordPatientsOnce(deps: Recording): Promise<void> {
  const { db } = deps.database;
  if (await arePatientsRecorded(db)) return;
  const counts = new Map<string, number>();
  let after: Pick<PatientRow, 'organisation_id' | 'id'> | undefined;
  for (;;) {
    const page = await patientsAfter(db, deps.chainKey, after);
    for (const { row, lines, head } of page)
      if (isToRecord({ row, lines, head }) && (await recordOne(deps, row)))
        counts.set(row.organisation_id, (counts.get(row.organisation_id) ?? 0) + 1);
    after = page.at(-1)?.row;
    if (after === undefined) break;
  }
  for (const [organisationId, count] of counts) {
    const detail = `${counted(count, 'patient')} from before there were histories: what was altered before this cannot be found`;
    await insertSecurityEvent(db, deps, { organisationId, type: 'HEADS_RECORDED', detail });
    deps.log.warn('the details of patients are recorded from now on: what was altered before cannot be found', { detail });
  }
  const at = new Date(deps.clock()).toISOString();
  await db
    .insertInto('settings')
    .values({ name: 'patients_recorded', value: json<unknown>(at) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** Whether a start has recorded the patients from before there were histories: a further one without either was altered. */
export async function arePatientsRecorded(db: Db): Promise<boolean> {
  const known = await db.selectFrom('settings').select('value').where('name', '=', 'patients_recorded').executeTakeFirst();
  return known !== undefined;
}

function isToRecord({ row, lines, head }: Pick<StoredPatient, 'row' | 'lines' | 'head'>): boolean {
  return !beforeHistory(presentWithContact(row), lines).hasBeginning && head?.recorded.digests?.[row.id] === undefined;
}

/** One patient, locked, as another server may change details meanwhile. A recorded end that is not whole stays as it is, and is a finding. */
async function recordOne(
  { database, chainKey, clock }: Recording,
  { organisation_id: organisationId, id }: PatientRow,
): Promise<boolean> {
  return inTransaction(database.db, async (db) => {
    const locked = await lockPatient(db, { organisationId, referrerId: undefined }, id);
    const one = locked && (await storedPatient(db, chainKey, locked));
    if (one === undefined || !isToRecord(one) || one.head?.isOurs === false) return false;
    const { values } = beforeHistory(presentWithContact(one.row), one.lines);
    const digests = { ...one.head?.recorded.digests, [id]: await detailsDigest(values, sha256Hex) };
    const at = one.head?.at ?? new Date(clock()).toISOString();
    const { length = 0, head = CHAIN_START, recorded = {} } = one.head ?? {};
    await writeHeads(db, [
      sealedHead(chainKey, { ...historyOf(organisationId, id), length, head, at, recorded: { ...recorded, digests } }),
    ]);
    return true;
  });
}
