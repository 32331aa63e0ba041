import type { Db } from '#server/data/db.ts';

/**
 * Locks the versions of one template or procedure until this transaction ends. It locks the first of them, which stays the first: who
 * waits for the row of the present version finds that it is the present one no longer, and on PostgreSQL no other one either. The read
 * after it finds what the one before has stored.
 */
export async function lockVersions(
  db: Db,
  table: 'templates' | 'procedures',
  { organisationId, id }: { readonly organisationId: string; readonly id: string },
): Promise<void> {
  await db
    .selectFrom(table)
    .select('version')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .orderBy('version')
    .limit(1)
    .forUpdate()
    .execute();
}
