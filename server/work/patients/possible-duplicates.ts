import type { Parsed } from '#contract/calls.ts';
import type { UndecidedDuplicate } from '#contract/shapes/possible-duplicate.ts';
import { likelyDuplicates } from '#domain/patients/likely-duplicates.ts';
import { shownPatientOf } from '#domain/patients/shown-patient.ts';
import { Refused } from '#server/api-error.ts';
import { patientsAlike } from '#server/data/patients/enter-patients.ts';
import { lockMerge } from '#server/data/patients/merged-patients.ts';
import { otherPeopleOf } from '#server/data/patients/patient-changes.ts';
import { patientById, presentWithContact, type PatientRow } from '#server/data/patients/patients.ts';
import type { Db } from '#server/data/db.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { requireReasonToOpen } from '#server/http/record-reason.ts';
import type { Context } from '#server/http/serve.ts';
import { isReferrerOnly, patientVisibility } from '#server/policies/visibility.ts';
import { recordLines } from './history.ts';
import { otherRecord } from './merge.ts';

/**
 * The records in use that may be of the same person as this one and of which nobody has said yet that they are another person: two
 * tablets without a network may have entered one person each, and told nobody. Who sees the patients of own referrals alone is shown
 * none.
 */
export async function undecidedDuplicates(db: Db, actor: StaffActor, row: PatientRow): Promise<UndecidedDuplicate[]> {
  const found = await duplicatesInReach(db, actor, row);
  if (found.length === 0) return [];
  const others = await otherPeopleOf(db, { organisationId: row.organisation_id, patientId: row.id });
  return found.filter(({ patient }) => !others.has(patient.id));
}

async function duplicatesInReach(db: Db, actor: StaffActor, row: PatientRow): Promise<UndecidedDuplicate[]> {
  if (row.status === 'MERGED' || isReferrerOnly(actor)) return [];
  const found = likelyDuplicates(presentWithContact(row), (await patientsAlike(db, row)).map(presentWithContact));
  return found.map(({ reason, patient }) => {
    const { id, recordID, status } = patient;
    return { reason, patient: { ...shownPatientOf(patient), id, recordID, status } };
  });
}

/**
 * Writes into the histories of two records that they are two people; said again, it is taken and written once.
 *
 * @throws Refused NOT_FOUND, REASON_NEEDED; INVALID where the two do not look alike
 */
export async function sayAnotherPerson(
  context: Context<StaffActor>,
  { id, otherId, reason }: Parsed<'patientAnother'>,
): Promise<void> {
  const { db, actor } = context;
  const { organisationId } = actor;
  await lockMerge(db, { organisationId, id, otherId });
  const reach = patientVisibility(actor);
  const [one, other] = [await patientById(db, reach, id), await patientById(db, reach, otherId)];
  if (one === undefined || other === undefined) throw new Refused('NOT_FOUND');
  await requireReasonToOpen(context, { patient: id });
  if ((await otherPeopleOf(db, { organisationId, patientId: id })).has(otherId)) return;
  const found = await duplicatesInReach(db, actor, one);
  if (!found.some(({ patient }) => patient.id === otherId))
    throw new Refused('INVALID', { fields: [{ path: 'otherId', message: 'These two records do not look alike any more.' }] });
  await recordLines(context, [
    { kind: 'ANOTHER_PERSON', patient: one, changes: [], detail: { ...otherRecord(other), reason } },
    { kind: 'ANOTHER_PERSON', patient: other, changes: [], detail: { ...otherRecord(one), reason } },
  ]);
}
