import type { Db } from '#server/data/db.ts';
import { holdPatient, lockPatient, patientById, type PatientRow } from '#server/data/patients/patients.ts';
import { Refused } from '#server/api-error.ts';
import type { Deps } from '#server/deps.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Capture } from '#server/http/capture.ts';
import { requireReasonToJoin, requireReasonToOpen } from '#server/http/record-reason.ts';
import { patientVisibility } from '#server/policies/visibility.ts';

type Opening = { db: Db; actor: StaffActor; deps: Pick<Deps, 'clock' | 'settings'>; capture?: Capture };

const READERS = { none: patientById, shared: holdPatient, alone: lockPatient };

type How = { lock: keyof typeof READERS; refuse?: (row: PatientRow) => Promise<void> };

/**
 * Opens the record of a patient, for a change of it or for a case.
 *
 * @param how - `lock`: nobody else changes it until the transaction ends, or this transaction alone reads it; `refuse`: what is refused
 *   whether or not there is a reason, such as a stale version
 * @throws Refused NOT_FOUND for a patient whom the actor may not see, REASON_NEEDED for one outside the team
 */
export async function openPatient(opening: Opening, id: string, how: How): Promise<PatientRow> {
  const row = await findPatient(opening, id, how);
  await requireReasonToOpen(opening, { patient: id });
  return row;
}

/**
 * As {@link openPatient}, for a first form, which a tablet may have kept.
 *
 * @returns `withoutReasonBy`: the author of a kept form who is outside the team and gave no reason
 */
export async function openPatientForForm(
  opening: Opening,
  id: string,
  refuse: (row: PatientRow) => Promise<void>,
): Promise<{ patient: PatientRow; withoutReasonBy: string | null }> {
  const patient = await findPatient(opening, id, { lock: 'none', refuse });
  return { patient, withoutReasonBy: await requireReasonToJoin(opening, id) };
}

async function findPatient({ db, actor }: Opening, id: string, { lock, refuse }: How): Promise<PatientRow> {
  const row = await READERS[lock](db, patientVisibility(actor), id);
  if (row === undefined) throw new Refused('NOT_FOUND');
  await refuse?.(row);
  return row;
}
