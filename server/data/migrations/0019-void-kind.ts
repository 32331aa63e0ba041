import { sql, type Kysely } from 'kysely';

/** Why a version was recorded in error; empty for one that was not, and for one that was voided before kinds were asked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table consents add column void_kind text`.execute(db);
}
