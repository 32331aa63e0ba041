import { sql, type Kysely } from 'kysely';

/** Indexes for frequent queries of tablets: the patients of a user, and the answers to prune. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create index entity_ops_patients on entity_ops (organisation_id, user_id, entity_id) where entity = 'patient'`,
  `create index idempotency_age on idempotency (created_at)`,
];
