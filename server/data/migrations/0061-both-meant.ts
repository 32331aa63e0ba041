import { sql, type Kysely } from 'kysely';

/** The accounts that have recorded, of two consents of one patient for one operation and day, that both are meant; the timeline holds the digest of each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table consents add column both_meant jsonb not null default '[]'`.execute(db);
}
