import { sql, type Kysely } from 'kysely';

/** A clinician's grade and registration number as they were at the signature: a document drawn again later says the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table signatures add column credentials jsonb`.execute(db);
}
