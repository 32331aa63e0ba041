import type { Parsed } from '#contract/calls.ts';
import type { PatientAlike } from '#contract/shapes/patient-alike.ts';
import { likelyDuplicates } from '#domain/patients/likely-duplicates.ts';
import { Refused } from '#server/api-error.ts';
import { otherPeopleOf } from '#server/data/patients/another-person.ts';
import { patientsAlike } from '#server/data/patients/enter-patients.ts';
import { lockPatient, presentWithContact, type PatientRow } from '#server/data/patients/patients.ts';
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
export async function undecidedAlike(db: Db, actor: StaffActor, row: PatientRow): Promise<PatientAlike[]> {
  if (row.status === 'MERGED' || isReferrerOnly(actor)) return [];
  const found = likelyDuplicates(presentWithContact(row), (await patientsAlike(db, row)).map(presentWithContact));
  if (found.length === 0) return [];
  const others = await otherPeopleOf(db, { organisationId: row.organisation_id, patientId: row.id });
  return found
    .filter(({ patient }) => !others.has(patient.id))
    .map(({ reason, patient }) => ({ reason, patient: cardOf(patient) }));
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
  const reach = patientVisibility(actor);
  const rows = new Map<string, PatientRow>();
  // In the order in which merges lock them.
  for (const each of [id, otherId].toSorted()) {
    const row = await lockPatient(db, reach, each);
    if (row !== undefined) rows.set(each, row);
  }
  const [one, other] = [rows.get(id), rows.get(otherId)];
  if (one === undefined || other === undefined) throw new Refused('NOT_FOUND');
  await requireReasonToOpen(context, { patient: id });
  const said = await otherPeopleOf(db, { organisationId: actor.organisationId, patientId: id });
  if (said.has(otherId)) return;
  const alike = await undecidedAlike(db, actor, one);
  if (!alike.some(({ patient }) => patient.id === otherId))
    throw new Refused('INVALID', { fields: [{ path: 'otherId', message: 'These two records do not look alike any more.' }] });
  await recordLines(context, [
    { kind: 'ANOTHER_PERSON', patient: one, changes: [], detail: { ...otherRecord(other), reason } },
    { kind: 'ANOTHER_PERSON', patient: other, changes: [], detail: { ...otherRecord(one), reason } },
  ]);
}

function cardOf({
  id,
  recordID,
  firstName,
  lastName,
  dateOfBirth,
  nhsNumber,
  hospitalNumber,
  status,
}: PatientAlike['patient']): PatientAlike['patient'] {
  return { id, recordID, firstName, lastName, dateOfBirth, nhsNumber, hospitalNumber, status };
}
