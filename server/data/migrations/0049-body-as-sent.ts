import { sql, type Kysely } from 'kysely';

/**
 * Names beside the digest of a call's body how it was made: 1 over the body as the schema of that time had parsed it, 2 over the body as
 * it was sent. What a server of a former version still writes while it is replaced is of the first kind.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotency add column body_digest smallint not null default 1`.execute(db);
}
