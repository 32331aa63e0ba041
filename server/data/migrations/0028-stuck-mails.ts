import { sql, type Kysely } from 'kysely';

/** The few mails that did not go out are found among all that did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`create index mails_unsent on mails (organisation_id, created_at desc) where state <> 'SENT'`).execute(db);
}
