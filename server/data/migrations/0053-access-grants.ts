import { sql, type Kysely } from 'kysely';

/** The lines by which people were given access: a second person is judged by these lines of the security log alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index security_log_access on security_log (organisation_id, at)
    where type in ('USER_APPROVED', 'ROLE_CREATED', 'ROLE_CHANGED')`.execute(db);
}
