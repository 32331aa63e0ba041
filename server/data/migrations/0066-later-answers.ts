import { sql, type Kysely } from 'kysely';

/** The answers that signers gave after they had signed, to what their form leaves open; a server of the build before writes none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table consents add column later_answers jsonb not null default '[]'`.execute(db);
}
