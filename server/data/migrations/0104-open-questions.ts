import { sql, type Kysely } from 'kysely';

/** Questions that nobody has answered, of any version: few, whatever has been asked before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`create index questions_open on questions (organisation_id, consent_id) where answer is null`).execute(db);
}
