import { sql, type Kysely } from 'kysely';

/** An approved deletion waits, and two people shorten the times and lift a hold: the first of them is kept beside the row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table retention_proposals add column approved_name text, add column approved_at timestamptz`,
  `create index retention_proposals_approved on retention_proposals (organisation_id, approved_at) where state = 'APPROVED'`,
  `alter table retention_rules add column asked jsonb`,
  `alter table legal_holds add column lift_asked_by uuid, add column lift_asked_name text, add column lift_asked_at timestamptz,
    add column lift_asked_reason text`,
];
