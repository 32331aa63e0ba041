import { mayMove } from '#domain/case-machine.ts';
import { changedIdentity } from '#domain/changed-identity.ts';
import { CASE_STATUSES } from '#domain/states.ts';
import { sql } from 'kysely';
import { presentPatient, type PatientRow } from '#server/data/consents/patients.ts';
import { addEvent, timeInCase } from '#server/data/consents/timeline.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { timelineActor } from './open-case.ts';

type SentCase = { id: string; consent_id: string };

const SENT = CASE_STATUSES.filter((status) => mayMove(status, 'sign'));

/** Locks the cases of a patient whose form is out to be signed. To be called before the patient is locked, as signing locks them. */
export async function lockSentCases(db: Db, organisationId: string, patientId: string): Promise<SentCase[]> {
  return db
    .selectFrom('cases')
    .select(['id', sql<string>`current_consent_id`.as('consent_id')])
    .where('organisation_id', '=', organisationId)
    .where('patient_id', '=', patientId)
    .where('status', 'in', SENT)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

type PatientChange = { db: Db; deps: Pick<Deps, 'newId' | 'chainKey'>; actor: StaffActor; now: string };

/** Writes into the timeline of each case whose form is out that what it says of the patient has changed in the record. */
export async function recordPatientChange(
  { db, deps, actor, now }: PatientChange,
  { cases, before, after }: { cases: readonly SentCase[]; before: PatientRow; after: PatientRow },
): Promise<void> {
  const fields = changedIdentity(presentPatient(before), presentPatient(after));
  if (fields.length === 0) return;
  const organisationId = actor.organisationId;
  for (const { id, consent_id } of cases) {
    const event = {
      id: deps.newId(),
      at: await timeInCase(db, { organisationId, id }, now),
      type: 'PATIENT_CHANGED',
      actor: timelineActor(actor),
      versionId: consent_id,
      detail: { changed: fields.join(', ') },
      deviceAt: null,
    } as const;
    await addEvent(db, { organisationId, caseId: id, chainKey: deps.chainKey }, event);
  }
}
