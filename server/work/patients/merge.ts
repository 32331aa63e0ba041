import { refuseStalePatient } from './stale-patient.ts';
import type { Parsed } from '#contract/calls.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { nextPatientStatuses } from '#domain/patients/patient-status.ts';
import { forgetAddresses } from '#server/data/signing/links.ts';
import { hideMerged, lockMerge, moveMerged } from '#server/data/patients/merged-patients.ts';
import { shownNumber } from '#server/data/patient-search.ts';
import { patientById, updatePatient, type PatientRow } from '#server/data/patients/patients.ts';
import type { PatientChangeDetail } from '#server/data/tables/rows.ts';
import { touchListed } from '#server/data/theatre/same-day.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { NO_CAPTURE } from '#server/http/capture.ts';
import type { Context } from '#server/http/serve.ts';
import { patientVisibility } from '#server/policies/visibility.ts';
import { lockCasesOfPatient, recordMerge } from '#server/work/consents/changed-patient.ts';
import { requireReasonToOpen } from '#server/http/record-reason.ts';
import { openPatient } from '#server/work/cases/open-patient.ts';
import { changesOf, recordChange, recordLines } from './history.ts';

/**
 * Changes the status of a patient, or merges the record into another one. The cases of a merged record stand on the record in use, and
 * stay those of the record for which they were opened. Records that were merged into it before move on with it, and their histories and
 * cases tell of it too.
 *
 * @throws Refused NOT_FOUND, VERSION_CONFLICT with the present patient, PATIENT_IS_MERGED, MOVE_REFUSED, INVALID for a record into
 *   which nothing can be merged: the same one, one that is merged itself, and one whose contact details are protected otherwise
 */
export async function changeStatus(
  context: Context<StaffActor>,
  { id, version, status, mergedInto }: Parsed<'patientUpdateStatus'>,
): Promise<PatientRow> {
  const { db, actor, now } = context;
  const { organisationId } = actor;
  const isMerge = status === 'MERGED';
  const cases = isMerge ? await lockCasesOfPatient(db, organisationId, id, { isAll: true, withMerged: true }) : [];
  await lockMerge(db, { organisationId, id, otherId: mergedInto ?? id });
  // A merge makes its sender one of both teams: the reason is asked for then, also of a call that a tablet kept.
  const row = await openPatient(isMerge ? { ...context, capture: NO_CAPTURE } : context, id, {
    lock: 'alone',
    refuse: async (found) => refuseStalePatient(context, found, version),
  });
  if (row.status === 'MERGED') throw new Refused('PATIENT_IS_MERGED');
  if (row.status !== status && !nextPatientStatuses(row.status).includes(status)) throw moveRefused('PATIENT_STATUS');
  if (!isMerge) {
    if (mergedInto != null) throw refusedInto('Only a merged patient names another');
    const changed = await updatePatient(db, { organisationId, id }, { status, version: row.version + 1, updated_at: now });
    await recordChange(context, { kind: 'STATUS', before: row, after: changed });
    return changed;
  }
  const into = await recordInUse(context, row, mergedInto ?? id);
  const changed = await updatePatient(
    db,
    { organisationId, id },
    {
      status,
      merged_into: into.id,
      survivor_id: into.id,
      merged_at: now,
      status_before: row.status,
      version: row.version + 1,
      updated_at: now,
    },
  );
  const moved = await moveMerged(db, { organisationId, id }, { to: into.id, now });
  const detail = otherRecord(into);
  await recordLines(context, [
    { kind: 'MERGED', patient: changed, changes: changesOf(row, changed), detail },
    { kind: 'MERGED_IN', patient: into, changes: [], detail: otherRecord(row) },
    ...moved.map((patient) => ({ kind: 'MOVED' as const, patient, changes: [], detail })),
  ]);
  await touchListed(db, { organisationId, patientIds: [into.id], now });
  await recordMerge(context, { cases, type: 'PATIENT_MERGED', detail: { into: shownNumber(into.number) } });
  return changed;
}

/**
 * Undoes the merge of a record: it has the status of before, and its cases and the records that were merged into it stand on it again.
 * Cases that were opened on the other record since stay there.
 *
 * @throws Refused NOT_FOUND, VERSION_CONFLICT with the present patient, NOT_MERGED
 */
export async function undoMerge(
  context: Context<StaffActor>,
  { id, version, reason }: Parsed<'patientUnmerge'>,
): Promise<PatientRow> {
  const { db, actor, now } = context;
  const { organisationId } = actor;
  const cases = await lockCasesOfPatient(db, organisationId, id, { isAll: true, withMerged: true });
  await lockMerge(db, { organisationId, id });
  const row = await openPatient(context, id, {
    lock: 'alone',
    refuse: async (found) => refuseStalePatient(context, found, version),
  });
  if (row.status !== 'MERGED' || row.merged_into === null) throw new Refused('NOT_MERGED');
  const from = await patientById(db, { organisationId, referrerId: undefined }, row.merged_into);
  if (from === undefined) throw new Error('A merged record names one that is gone');
  const changed = await updatePatient(
    db,
    { organisationId, id },
    {
      status: row.status_before ?? 'ACTIVE',
      merged_into: null,
      survivor_id: null,
      merged_at: null,
      status_before: null,
      version: row.version + 1,
      updated_at: now,
    },
  );
  const moved = await moveMerged(db, { organisationId, id }, { to: id, now });
  const detail = { ...otherRecord(row), reason };
  await recordLines(context, [
    { kind: 'UNMERGED', patient: changed, changes: changesOf(row, changed), detail: { ...otherRecord(from), reason } },
    { kind: 'UNMERGED_FROM', patient: from, changes: [], detail },
    ...moved.map((patient) => ({ kind: 'MOVED' as const, patient, changes: [], detail })),
  ]);
  await touchListed(db, { organisationId, patientIds: [id, row.survivor_id ?? from.id], now });
  await recordMerge(context, { cases, type: 'PATIENT_UNMERGED', detail: { from: shownNumber(from.number), reason } });
  return changed;
}

/** Hides the contact details of the records that are merged into one whose details are hidden: an undone merge must not show them. */
export async function followProtection(
  context: Context<StaffActor>,
  { id, restricted }: PatientRow,
  reason: string,
): Promise<void> {
  const { db, actor, now } = context;
  const { organisationId } = actor;
  if (!restricted) return;
  for (const row of await hideMerged(db, { organisationId, id }, now)) {
    await forgetAddresses(db, { organisationId, patientId: row.id, now });
    await recordChange(context, { kind: 'UPDATED', before: { ...row, restricted: false }, after: row, detail: { reason } });
  }
}

/** The record into which another one may be merged. @throws Refused INVALID, REASON_NEEDED */
async function recordInUse(context: Context<StaffActor>, row: PatientRow, id: string): Promise<PatientRow> {
  const { db, actor } = context;
  const into = id === row.id ? undefined : await patientById(db, patientVisibility(actor), id);
  if (into === undefined) throw refusedInto('Choose the patient into whom this one is merged');
  // The team of the one is that of the other from then on.
  await requireReasonToOpen({ ...context, capture: NO_CAPTURE }, { patient: into.id });
  if (into.status === 'MERGED') throw refusedInto('That record is merged itself. Choose the record in use.');
  if (into.restricted !== row.restricted)
    throw refusedInto(
      'The contact details of one of the two are hidden. Hide them in both records, or in neither, before merging.',
    );
  return into;
}

function refusedInto(message: string): Refused {
  return new Refused('INVALID', { fields: [{ path: 'mergedInto', message }] });
}

/** The other of two records, as the history of one names it. */
export function otherRecord({ id, number, first_name: firstName, last_name: lastName }: PatientRow): PatientChangeDetail {
  return { otherId: id, recordID: shownNumber(number), name: formalName({ firstName, lastName }) };
}
