import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';

/** The ids of the records of which somebody has said that they are another person than this one. */
export async function otherPeopleOf(
  db: Db,
  { organisationId, patientId }: { organisationId: string; patientId: string },
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('patient_changes')
    .select(sql<string>`detail->>'otherId'`.as('other_id'))
    .where('organisation_id', '=', organisationId)
    .where('patient_id', '=', patientId)
    .where('kind', '=', 'ANOTHER_PERSON')
    .execute();
  return new Set(rows.map(({ other_id }) => other_id));
}
