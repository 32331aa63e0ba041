import { sql, type Kysely } from 'kysely';

/** An index by which the people of a role are counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`create index users_role on users (organisation_id, role_id)`).execute(db);
}
