import { mayMove } from '#domain/cases/case-machine.ts';
import { hasStopped } from '#domain/cases/case-end.ts';
import { changedIdentity } from '#domain/patients/changed-identity.ts';
import { CASE_STATUSES } from '#domain/base/states.ts';
import type { EventTypeOf } from '#domain/cases/event-actors.ts';
import { ageInDays } from '#domain/values/plain-date.ts';
import { sql } from 'kysely';
import { presentPatient, type PatientRow } from '#server/data/patients/patients.ts';
import { addEvents } from '#server/data/imports/bulk-timelines.ts';
import { recordsBelow } from '#server/data/patients/merged-patients.ts';
import { forgetAddresses } from '#server/data/signing/links.ts';
import { latestLinksOf } from '#server/data/signing/version-links.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { notifyStaff } from '#server/work/cases/notify.ts';
import { signingOf } from '#server/data/consents/consents.ts';
import type { CaseRow } from '#server/data/cases/cases.ts';
import { staffAuthor } from '#server/work/cases/event-by.ts';

/** `consent_id`: the newest version; `stated_id`: the version that is out or in force, whose words about the patient count; null without one. */
type CaseOfPatient = Pick<CaseRow, 'id' | 'clinician_id' | 'operator_id' | 'listed_on'> & {
  readonly consent_id: string;
  readonly stated_id: string | null;
};

const SENT = CASE_STATUSES.filter((status) => mayMove(status, 'sign'));

/**
 * Locks the cases of a patient whose form is out to be signed or in force, or all of them; `withMerged`: those of the records merged into it as
 * well. To be called before the patient is locked, as signing locks them.
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
    .select(['id', 'clinician_id', 'operator_id', 'listed_on', 'in_force_consent_id', 'ended', 'status'])
    .select(sql<string>`current_consent_id`.as('consent_id'))
    .where('organisation_id', '=', organisationId)
    .where((has) => (withMerged ? has(has.ref('patient_id'), '=', ofRecords) : has('patient_id', '=', patientId)))
    .where('deleted_at', 'is', null);
  if (!isAll) query = query.where((has) => has.or([has('status', 'in', SENT), has('in_force_consent_id', 'is not', null)]));
  const rows = await query.orderBy('id').forUpdate().execute();
  return rows.map(({ status, ended, in_force_consent_id: inForce, ...row }) => ({
    ...row,
    stated_id: hasStopped(ended) ? null : SENT.includes(status) ? row.consent_id : inForce,
  }));
}

type PatientChange = { db: Db; deps: Pick<Deps, 'newId' | 'chainKey' | 'clock' | 'settings'>; actor: StaffActor; now: string };
type MergedCases = {
  cases: readonly CaseOfPatient[];
  type: 'PATIENT_MERGED' | 'PATIENT_UNMERGED';
  detail: Record<string, string>;
};
type ChangedPatient = { cases: readonly CaseOfPatient[]; before: PatientRow; after: PatientRow; reason: string };

/**
 * Writes into the timeline of each case whose form is out or in force that what it says of the patient has changed in the record, of which staff
 * are told, and into those of all cases that contact details were hidden or shown, and why. As many statements for one case as for many.
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
  const type = after.restricted ? 'CONTACT_HIDDEN' : 'CONTACT_SHOWN';
  if (isSwitched) await addToEach(change, cases, { type, detail: { reason } });
  if (fields.length > 0) await recordIdentityChange(change, cases, fields.join(', '));
}

async function recordIdentityChange(change: PatientChange, cases: readonly CaseOfPatient[], changed: string): Promise<void> {
  const { db, deps, actor } = change;
  const { organisationId } = actor;
  const stated = cases.flatMap(({ stated_id }) => stated_id ?? []);
  const versions = new Map((await signingOf(db, organisationId, stated)).map((version) => [version.id, version]));
  const affected = cases.flatMap((each) => {
    const version = versions.get(each.stated_id ?? '');
    return version === undefined || hasLapsed(version, deps) ? [] : [{ ...each, consent_id: version.id, version }];
  });
  if (affected.length === 0) return;
  const event = { type: 'PATIENT_CHANGED', detail: { changed } } as const;
  const ids = await addToEach(change, affected, event);
  const links = await latestLinksOf(db, organisationId, [...versions.keys()]);
  await notifyStaff(
    { db, deps, organisationId, actor },
    affected.map((each, nth) => ({
      event: { ...event, id: ids[nth] ?? '' },
      record: each,
      consent: each.version,
      links: links.get(each.version.id) ?? new Map(),
    })),
  );
}

/** Whether a signed form is so old that nobody operates on it any more: whatever it says is asked anew. */
function hasLapsed(
  { signed_at: at }: { readonly signed_at: string | null },
  { clock, settings }: PatientChange['deps'],
): boolean {
  return at !== null && ageInDays(at, clock(), settings.timeZone) > settings.lapseAfterDays;
}

/** Writes into the timeline of each case of a record that it was merged into another one, or that this was undone: in few statements. */
export async function recordMerge(change: PatientChange, { cases, type, detail }: MergedCases): Promise<void> {
  await addToEach(change, cases, { type, detail });
}

type ToAdd = { readonly type: EventTypeOf<'staff'>; readonly detail: Record<string, string> };

/** Adds an event of the actor to each of these cases, of its `consent_id`. @returns their ids, in the same order */
async function addToEach(
  { db, deps, actor, now }: PatientChange,
  cases: readonly Pick<CaseOfPatient, 'id' | 'consent_id'>[],
  { type, detail }: ToAdd,
): Promise<string[]> {
  const added = cases.map(({ id: caseId, consent_id: versionId }) => ({
    caseId,
    event: { id: deps.newId(), at: now, type, actor: staffAuthor(actor), versionId, detail },
  }));
  if (added.length > 0) await addEvents(db, { organisationId: actor.organisationId, chainKey: deps.chainKey }, added);
  return added.map(({ event }) => event.id);
}
