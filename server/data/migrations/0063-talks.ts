import { sql, type Kysely } from 'kysely';

/** The talks about choices that a signed form leaves open; a server of the build before writes none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table consents add column talks jsonb not null default '[]'`.execute(db);
}
