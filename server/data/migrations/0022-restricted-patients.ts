import { sql, type Kysely } from 'kysely';

/** Whether a patient's address, telephone and email are hidden. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table patients add column restricted boolean not null default false`.execute(db);
}
