import { sql, type Kysely } from 'kysely';

/**
 * Since when the paper of a refusal is to be made, until it is. What was declined before has its event and gets no paper, as nobody knows any
 * more how it was said.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table consents add column refusal_due_at timestamptz`.execute(db);
  await sql`create index consents_refusal_due on consents (refusal_due_at) where refusal_due_at is not null`.execute(db);
}
