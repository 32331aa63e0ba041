import type { IntegrityFault } from '#domain/integrity/integrity-faults.ts';
import { certificateSubject } from '#server/data/retention/certificates.ts';
import { casesAfter } from '#server/data/cases/cases.ts';
import { documentsOfCase } from '#server/data/documents/documents.ts';
import { carriesSeal } from '#server/data/documents/sealed-kinds.ts';
import { timelineOf } from '#server/data/cases/timeline.ts';
import { securityChainOf } from '#server/data/accounts/security-log.ts';
import { guardsOff } from '#server/data/integrity/guards.ts';
import type { Deps } from '#server/deps.ts';
import { fileKey, type Filed, type FiledHead } from '#server/outside/heads-file.ts';
import { sha256Hex } from '#server/sha256.ts';
import { archiveFaults } from './check-archives.ts';
import { checkAccess } from './check-access.ts';
import { checkCase, type CheckedCase } from './check-case.ts';
import { checkCertificates } from './check-certificates.ts';
import { checkHistories } from './check-histories.ts';
import { checkLog } from './check-log.ts';
import { checkPatients } from './check-patients.ts';
import { checkRows } from './check-rows.ts';
import { usersNamedUnseen, type UnseenLetters } from './unseen-letters.ts';

/** One fault and where it is; `organisationId` is undefined for the database as a whole. `subject` names no person. */
export type Finding = { fault: IntegrityFault; organisationId: string | undefined; subject: string };
export type Checked = {
  findings: Finding[];
  cases: number;
  documents: number;
  /** patients from before there were histories, whose details no start has recorded yet */
  unrecorded: number;
  /** tables whose rows are not compared with their marks yet */
  unmarked: number;
  /** rows of before whose names hold letters that show nothing: nobody altered them */
  unseen: UnseenLetters[];
};

type Checking = Pick<Deps, 'database' | 'chainKey'>;
type CheckOptions = {
  filed: Filed | undefined;
  /** ends the check early, for a server that stops */
  isStopped?: () => boolean;
  /** whether lines of the access log are read again whose end was filed before; else their ends alone are compared */
  isDeep?: boolean;
  /** whether a file carries a seal of this site that holds; without it the digests of files are compared alone */
  isSealed?: (bytes: Uint8Array) => Promise<boolean>;
};

/**
 * Goes over every case with its documents, every patient with the whole history, every security log, the access logs, the certificates of
 * deletions, every row that carries a mark and the guards of the database. @param options - `filed`: the file of heads
 */
export async function checkAll(
  deps: Checking,
  { filed, isStopped = () => false, isDeep = false, isSealed }: CheckOptions,
): Promise<Checked> {
  const { db } = deps.database;
  const checked: Checked = { findings: [], cases: 0, documents: 0, unrecorded: 0, unmarked: 0, unseen: [] };
  const note = noteOnce(checked.findings);
  (await guardsOff(db)).forEach((guard) => note(undefined, guard)('GUARD_OFF'));
  const unseen = new Map(filed?.heads);
  const takeFiled = (key: string) => {
    const head = unseen.get(key);
    unseen.delete(key);
    return head;
  };
  for (const { id: organisationId } of await db.selectFrom('organisations').select('id').execute()) {
    const head = takeFiled(fileKey(securityChainOf(organisationId)));
    (await checkLog(deps, { organisationId, filed: head })).forEach(note(organisationId, 'security log'));
  }
  let after: { organisation_id: string; id: string } | undefined;
  while (!isStopped()) {
    const page = await casesAfter(db, after);
    if (page.length === 0) break;
    for (const { organisation_id: organisationId, id } of page) {
      if (isStopped()) return checked;
      const one = await checkCase(deps, { organisationId, caseId: id });
      const faults = [
        ...(one?.faults ?? []),
        ...filedFaults(one, takeFiled(fileKey(timelineOf(organisationId, id)))),
        ...(await documentFaults(deps, { organisationId, caseId: id }, { checked, isSealed })),
        ...(await archiveFaults(db, { organisationId, caseId: id, events: one?.events ?? [] }, isSealed)),
      ];
      new Set(faults).forEach(note(organisationId, `case ${id}`));
      checked.cases += 1;
    }
    after = page.at(-1);
  }
  const { unrecorded, unseen: unseenLetters } = await checkPatients(deps, { isStopped, note });
  checked.unrecorded = unrecorded;
  checked.unseen.push(...unseenLetters, ...(await usersNamedUnseen(deps, isStopped)));
  await checkHistories(deps, { takeFiled, isStopped, note: (organisationId, id) => note(organisationId, `patient ${id}`) });
  await checkAccess(deps, { takeFiled, isStopped, isDeep, note: (organisationId, id) => note(organisationId, `access ${id}`) });
  checked.unmarked = await checkRows(deps, { takeFiled, filed: filed?.heads ?? new Map(), isStopped, note });
  if (isStopped()) return checked;
  // Last: what was deleted by the rules meanwhile has its certificate by now.
  for (const { id: organisationId } of await db.selectFrom('organisations').select('id').execute()) {
    const { faulty, isDeleted } = await checkCertificates(deps, organisationId);
    for (const id of faulty) note(organisationId, certificateSubject(id))('CERTIFICATE_CHANGED');
    for (const [key, head] of unseen) if (head.organisation_id === organisationId && isDeleted(head)) unseen.delete(key);
  }
  for (const { organisation_id, chain, id } of unseen.values())
    if (chain === 'TIMELINE') note(organisation_id, `case ${id}`)('CASE_GONE');
    else if (chain === 'PATIENT') note(organisation_id, `patient ${id}`)('HISTORY_CUT');
    else if (chain === 'ACCESS') note(organisation_id, `access ${id}`)('ACCESS_CUT');
    else if (chain === 'ROW') note(organisation_id, id)('ROW_GONE');
    else note(organisation_id, 'security log')('LOG_CUT');
  return checked;
}

/** Notes each fault of a subject once: what is gone is missed by the database and by the file of heads, and a patient who is gone has no history. */
function noteOnce(findings: Finding[]) {
  const known = new Set<string>();
  return (organisationId: string | undefined, subject: string) => (fault: IntegrityFault) => {
    const of = (each: IntegrityFault) => `${each} ${organisationId} ${subject}`;
    if (known.has(of(fault)) || (fault === 'HISTORY_CUT' && known.has(of('PATIENT_GONE')))) return;
    known.add(of(fault));
    findings.push({ fault, organisationId, subject });
  };
}

/** A case against the file of heads: it holds the timeline up to some event, outside the database. */
function filedFaults(one: CheckedCase | undefined, filed: FiledHead | undefined): IntegrityFault[] {
  if (filed === undefined || one === undefined) return [];
  if (one.events.length === 0) return ['TIMELINE_GONE'];
  if (one.events.length < filed.length) return ['TIMELINE_CUT'];
  return one.events[filed.length - 1]?.hash === filed.head ? [] : ['TIMELINE_REPLACED'];
}

async function documentFaults(
  { database: { db } }: Checking,
  at: { organisationId: string; caseId: string },
  { checked, isSealed = async () => true }: { checked: Checked; isSealed: CheckOptions['isSealed'] },
): Promise<IntegrityFault[]> {
  const faults: IntegrityFault[] = [];
  for (const { bytes, sha256, kind } of await documentsOfCase(db, at)) {
    if (sha256Hex(bytes) !== sha256 || (carriesSeal(kind) && !(await isSealed(bytes)))) faults.push('DOCUMENT_CHANGED');
    checked.documents += 1;
  }
  return faults;
}
