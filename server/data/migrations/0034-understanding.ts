import { sql, type Kysely } from 'kysely';

/** Versions of procedures have questions of understanding; those of before have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`update procedures set fields = '{"understanding": []}' || fields`).execute(db);
}
