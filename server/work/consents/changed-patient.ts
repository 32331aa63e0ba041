import { mayMove } from '#domain/cases/case-machine.ts';
import { changedIdentity } from '#domain/patients/changed-identity.ts';
import { CASE_STATUSES } from '#domain/base/states.ts';
import type { EventTypeOf } from '#domain/cases/event-actors.ts';
import { sql } from 'kysely';
import { presentPatient, type PatientRow } from '#server/data/patients/patients.ts';
import { addEvents } from '#server/data/imports/bulk-timelines.ts';
import { recordsBelow } from '#server/data/patients/merged-patients.ts';
import { forgetAddresses } from '#server/data/signing/links.ts';
import { addEvent, timeInCase } from '#server/data/cases/timeline.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { notify } from '#server/work/cases/notify.ts';
import { consentById } from '#server/data/consents/consents.ts';
import { lockCase } from '#server/data/cases/cases.ts';
import { staffAuthor } from '#server/work/cases/event-by.ts';

type CaseOfPatient = { id: string; consent_id: string; is_sent: boolean };

const SENT = CASE_STATUSES.filter((status) => mayMove(status, 'sign'));

/**
 * Locks the cases of a patient whose form is out to be signed, or all of them; `withMerged`: those of the records merged into it as well.
 * To be called before the patient is locked, as signing
 * locks them.
 */
export async function lockCasesOfPatient(
  db: Db,
  organisationId: string,
  patientId: string,
  { isAll, withMerged = false }: { isAll: boolean; withMerged?: boolean },
): Promise<CaseOfPatient[]> {
  const below = recordsBelow({ organisationId, id: patientId });
  const ofRecords = sql<string>`any(array(select cast(${patientId} as uuid) union select id from (${below}) as merged))`;
  let query = db
    .selectFrom('cases')
    .select(['id', sql<string>`current_consent_id`.as('consent_id'), 'status'])
    .where('organisation_id', '=', organisationId)
    .where((has) => (withMerged ? has(has.ref('patient_id'), '=', ofRecords) : has('patient_id', '=', patientId)))
    .where('deleted_at', 'is', null);
  if (!isAll) query = query.where('status', 'in', SENT);
  const rows = await query.orderBy('id').forUpdate().execute();
  return rows.map(({ status, ...row }) => ({ ...row, is_sent: SENT.includes(status) }));
}

type PatientChange = { db: Db; deps: Pick<Deps, 'newId' | 'chainKey' | 'clock' | 'settings'>; actor: StaffActor; now: string };
type MergedCases = {
  cases: readonly CaseOfPatient[];
  type: 'PATIENT_MERGED' | 'PATIENT_UNMERGED';
  detail: Record<string, string>;
};
type ChangedPatient = { cases: readonly CaseOfPatient[]; before: PatientRow; after: PatientRow; reason: string };

/**
 * Writes into the timeline of each case whose form is out that what it says of the patient has changed in the record, and into those of
 * all cases that contact details were hidden or shown, and why.
 */
export async function recordPatientChange(
  change: PatientChange,
  { cases, before, after, reason }: ChangedPatient,
): Promise<void> {
  const fields = changedIdentity(presentPatient(before), presentPatient(after));
  const isSwitched = before.restricted !== after.restricted;
  // Addresses of links already sent are deleted as well: a reminder would be mailed to them.
  if (isSwitched && after.restricted)
    await forgetAddresses(change.db, { organisationId: change.actor.organisationId, patientId: after.id, now: change.now });
  for (const each of cases) {
    if (isSwitched) await add(change, each, { type: after.restricted ? 'CONTACT_HIDDEN' : 'CONTACT_SHOWN', detail: { reason } });
    if (fields.length > 0 && each.is_sent) {
      const event = { type: 'PATIENT_CHANGED', detail: { changed: fields.join(', ') } } as const;
      await tell(change, { each, patient: after, event: { ...event, id: await add(change, each, event) } });
    }
  }
}

/** Writes into the timeline of each case of a record that it was merged into another one, or that this was undone: in few statements. */
export async function recordMerge(change: PatientChange, { cases, type, detail }: MergedCases): Promise<void> {
  const { db, deps, actor, now } = change;
  await addEvents(
    db,
    { organisationId: actor.organisationId, chainKey: deps.chainKey },
    cases.map(({ id, consent_id: versionId }) => ({
      caseId: id,
      event: { id: deps.newId(), at: now, type, actor: staffAuthor(actor), versionId, detail },
    })),
  );
}

async function add(
  { db, deps, actor, now }: PatientChange,
  { id, consent_id }: CaseOfPatient,
  { type, detail }: { type: EventTypeOf<'staff'>; detail: Record<string, string> },
): Promise<string> {
  const { organisationId } = actor;
  const eventId = deps.newId();
  await addEvent(
    db,
    { organisationId, caseId: id, chainKey: deps.chainKey },
    {
      id: eventId,
      at: await timeInCase(db, { organisationId, id }, now),
      type,
      actor: staffAuthor(actor),
      versionId: consent_id,
      detail,
      deviceAt: null,
    },
  );
  return eventId;
}

type ToTell = {
  readonly each: CaseOfPatient;
  readonly patient: PatientRow;
  readonly event: { readonly id: string; readonly type: 'PATIENT_CHANGED'; readonly detail: { readonly changed: string } };
};

async function tell({ db, deps, actor, now }: PatientChange, { each, patient, event }: ToTell): Promise<void> {
  // The actor may not see every case of the patient: the news is not for them.
  const reach = { organisationId: actor.organisationId, clinicianId: undefined, referrerId: undefined };
  const record = await lockCase(db, reach, each.id);
  const consent = await consentById(db, reach, each.consent_id);
  if (record === undefined || consent === undefined) return;
  await notify({ db, deps, record, consent, patient, actor, now }, { ...event, isBySystem: false });
}
