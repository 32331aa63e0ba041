import { sql } from 'kysely';
import { CONFLICT_KINDS } from '#domain/patients/patient-history.ts';
import type { IdentityValues } from '#domain/patients/identity-check.ts';
import type { Db } from '#server/data/db.ts';

/** The accounts that gave each of these fields of a patient its present value, by the history; none for one from before histories. */
export async function lastChangersOf(
  db: Db,
  { organisationId, patientId }: { readonly organisationId: string; readonly patientId: string },
  fields: readonly (keyof IdentityValues)[],
): Promise<string[]> {
  if (fields.length === 0) return [];
  const rows = await db
    .selectFrom('patient_changes as h')
    .innerJoinLateral(
      sql<{ field: string }>`(select c ->> 'field' as field from jsonb_array_elements(h.changes) c)`.as('one'),
      (join) => join.onTrue(),
    )
    .where('h.organisation_id', '=', organisationId)
    .where('h.patient_id', '=', patientId)
    // How a conflict ended is told beside the change itself.
    .where('h.kind', 'not in', CONFLICT_KINDS)
    .where('one.field', 'in', fields)
    .distinctOn('one.field')
    .select(['h.actor_id', 'one.field'])
    .orderBy('one.field')
    .orderBy('h.seq', 'desc')
    .execute();
  return rows.map(({ actor_id }) => actor_id);
}
