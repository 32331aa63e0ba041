import type { IntegrityFault } from '#domain/integrity/integrity-faults.ts';
import { beforeHistory, detailsDigest, isBeginning, isNothing } from '#domain/patients/history-replay.ts';
import { endsOfNothing, patientsAfter, type StoredPatient } from '#server/data/patients/patient-pages.ts';
import type { ChainKey, ChainRef } from '#server/data/integrity/chain-heads.ts';
import { arePatientsRecorded } from './record-patients.ts';
import { isNamedUnseen, type UnseenLetters } from './unseen-letters.ts';
import { isLineAfter } from '#server/data/patients/patient-changes.ts';
import { isDerived } from '#server/data/patient-search.ts';
import { presentWithContact, type PatientRow } from '#server/data/patients/patients.ts';
import type { Deps } from '#server/deps.ts';
import { sha256Hex } from '#server/sha256.ts';

type Checking = Pick<Deps, 'database' | 'chainKey'>;
type Options = {
  readonly isStopped: () => boolean;
  readonly note: (organisationId: string, subject: string) => (fault: IntegrityFault) => void;
};

/**
 * Walks every line of every patient's history, and compares each patient with what the lines give; each page is one snapshot. Names as
 * well the recorded ends of cases and patients that are not there.
 *
 * @returns how many patients are from before there were histories and have no recorded details yet, and those whose names hold letters that
 *   show nothing
 */
export async function checkPatients(
  { database, chainKey }: Checking,
  { isStopped, note }: Options,
): Promise<{ unrecorded: number; unseen: UnseenLetters[] }> {
  const isRecorded = await arePatientsRecorded(database.db);
  let unrecorded = 0;
  const unseen: UnseenLetters[] = [];
  let after: Pick<PatientRow, 'organisation_id' | 'id'> | undefined;
  while (!isStopped()) {
    const from = after;
    const page = await database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((db) => patientsAfter(db, chainKey, from));
    for (const one of page) {
      const { faults, isUnrecorded } = await faultsOf(one, chainKey);
      if (isUnrecorded && isRecorded) faults.push('DETAILS_CHANGED');
      else if (isUnrecorded) unrecorded += 1;
      const subject = `patient ${one.row.id}`;
      new Set(faults).forEach(note(one.row.organisation_id, subject));
      if (isNamedUnseen(one.row)) unseen.push({ organisationId: one.row.organisation_id, subject });
    }
    after = page.at(-1)?.row;
    if (after === undefined) break;
  }
  if (isStopped()) return { unrecorded, unseen };
  let end: ChainRef | undefined;
  while (!isStopped()) {
    const page = await endsOfNothing(database.db, end);
    for (const { organisation_id: organisationId, chain, id } of page)
      if (chain === 'TIMELINE') note(organisationId, `case ${id}`)('CASE_GONE');
      else note(organisationId, `patient ${id}`)('PATIENT_GONE');
    end = page.at(-1);
    if (end === undefined) break;
  }
  return { unrecorded, unseen };
}

async function faultsOf(one: StoredPatient, key: ChainKey): Promise<{ faults: IntegrityFault[]; isUnrecorded: boolean }> {
  const { row, lines, head } = one;
  const faults: IntegrityFault[] = [];
  if (!lines.every((line, at) => isLineAfter(key, line, lines[at - 1]?.hash ?? null))) faults.push('HISTORY_CHANGED');
  const before = beforeHistory(presentWithContact(row), lines);
  const recorded = head?.isOurs === true ? head.recorded.digests?.[row.id] : undefined;
  const isBegun = before.hasBeginning
    ? isNothing(before.values)
    : recorded === undefined || recorded === (await detailsDigest(before.values, sha256Hex));
  if (!before.isWhole || !isBegun || !isFollowing(one)) faults.push('DETAILS_CHANGED');
  return { faults, isUnrecorded: !before.hasBeginning && recorded === undefined };
}

/** Whether what follows from the details is as it follows: the text of searches, the key of the hospital number, and the record in use of a merged one. */
function isFollowing({ row, survivorOf, lines }: StoredPatient): boolean {
  const isMerged = row.status === 'MERGED';
  const author = lines.find(isBeginning)?.actor_id;
  return (
    // An earlier version may have folded the names of those from before in its own way.
    (author === undefined || isDerived(row)) &&
    isMerged === (row.merged_into !== null) &&
    isMerged === (row.merged_at !== null) &&
    (!isMerged || row.survivor_id === survivorOf) &&
    (isMerged || row.survivor_id === null) &&
    (author === undefined || author === row.created_by)
  );
}
