import { sql, type Kysely } from 'kysely';

/** The name that an administrator gives a tablet, such as "Ward 7, tablet 2"; null until then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table devices add column label text`.execute(db);
}
