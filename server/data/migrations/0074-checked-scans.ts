import { sql, type Kysely } from 'kysely';

/**
 * Since when the pages of a form that was signed on paper are to be sealed, until they are. What was sealed before names its scan alone, and
 * stays as it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table consents add column scan_due_at timestamptz`.execute(db);
  await sql`create index consents_scan_due on consents (scan_due_at) where scan_due_at is not null`.execute(db);
}
