import { sql, type Kysely } from 'kysely';

/** A patient's name in Latin letters, for documents whose fonts lack those of the name; a server of the build before writes none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table patients add column name_in_latin text not null default ''`.execute(db);
}
