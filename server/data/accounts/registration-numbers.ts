import type { Db } from '#server/data/db.ts';

/** The registration numbers of these people by their ids; somebody without one is absent. */
export async function registrationNumbers(
  db: Db,
  { organisationId, ids }: { readonly organisationId: string; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'consultant_code'])
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.flatMap(({ id, consultant_code: number }) => (number === null || number === '' ? [] : [[id, number]])));
}
