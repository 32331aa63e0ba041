import { sql, type Kysely } from 'kysely';

/** Whether a signed consent has to be confirmed is worked out from its age wherever it is shown: nothing of it is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table consents drop column confirm_state`.execute(db);
}
