import { sql, type Kysely } from 'kysely';

/** News may be of a case that has no version yet: an operation that is listed and not ready. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table notifications alter column consent_id drop not null').execute(db);
}
