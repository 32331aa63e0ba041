import { sql, type Kysely } from 'kysely';
import { createRowMarks } from '#server/data/integrity/row-triggers.ts';

/** The authors of cases that kept calls made from outside the patient's team, without a reason. Cases of before have none, and count as they did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table cases add column without_reason_by uuid`.execute(db);
  await createRowMarks(db);
}
