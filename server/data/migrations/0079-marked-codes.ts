import { sql, type Kysely } from 'kysely';
import { createRowMarks } from '#server/data/integrity/row-triggers.ts';

/** Marks for the codes that are mailed, as one of them sets a password; and the changes of access plans, by which a second person is judged. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createRowMarks(db);
  await sql`create index security_log_plans on security_log (organisation_id, at) where type = 'PLAN_CHANGED'`.execute(db);
}
