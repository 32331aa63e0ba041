import type { QueuedVersion } from '#contract/engine/expected-version.ts';
import { Refused } from '#server/api-error.ts';
import type { PatientRow } from '#server/data/patients/patients.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { expectedVersionOf } from '#server/policies/expected-version.ts';
import { patientsFor } from '#server/policies/restricted.ts';

/** @throws Refused VERSION_CONFLICT with the present patient as this reader may see it, for a change to an older state */
export async function refuseStalePatient(context: Context<StaffActor>, row: PatientRow, version: QueuedVersion): Promise<void> {
  if (row.version !== (await expectedVersionOf(context, version, { entity: 'patient', id: row.id })))
    throw new Refused('VERSION_CONFLICT', { data: { current: patientsFor(context)(row) }, shows: { patient: row.id } });
}
