import { sql, type Kysely } from 'kysely';

/** What tablets ask for again and again is found by an index: whose patients, and answers that are to be forgotten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create index entity_ops_patients on entity_ops (organisation_id, user_id, entity_id) where entity = 'patient'`,
  `create index idempotency_age on idempotency (created_at)`,
];
