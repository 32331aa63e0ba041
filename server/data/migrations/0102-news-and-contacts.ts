import { sql, type Kysely } from 'kysely';

/**
 * A mail names the news that it brings, so that one that reaches nobody goes on by another way; and a link that does not go by mail holds the marks
 * of the addresses on the record when staff sent it. Both are null of what a build before writes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table mails add column news text').execute(db);
  await sql.raw('alter table links add column contact_macs jsonb').execute(db);
}
