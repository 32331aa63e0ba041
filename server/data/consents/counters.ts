import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';

/** The next number of an organisation's own counter, from 1; it is taken in the caller's transaction, so a rollback gives it back. */
export async function nextNumber(db: Db, organisationId: string, name: string): Promise<number> {
  const row = await db
    .insertInto('counters')
    .values({ organisation_id: organisationId, name, value: 1 })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'name']).doUpdateSet({ value: sql<number>`counters.value + 1` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}
