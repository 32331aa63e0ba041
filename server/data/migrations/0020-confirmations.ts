import { sql, type Kysely } from 'kysely';

/** The last confirmation on the day of a version; its event in the timeline says the rest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table consents add column confirmation jsonb`.execute(db);
}
