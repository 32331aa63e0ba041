import { sql, type Kysely } from 'kysely';

/**
 * The organisation belongs to the key of a job and to the owner of a ticket's idempotency keys: ids of consents are chosen by clients,
 * so two organisations can have the same one. Calls that took effect before are found under the new owner, so that a retry of one does
 * nothing twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table jobs drop constraint jobs_dedup_key`,
  `alter table jobs add unique (organisation_id, dedup)`,
  `create index consents_unsealed on consents (signed_at) where signed_at is not null and seal_state <> 'SEALED'`,
  // The answer's row names no organisation; the row of its op, written with it, does.
  `update idempotency i set owner = 'ticket:' || o.organisation_id || substr(i.owner, 7)
    from entity_ops o where o.owner = i.owner and o.op_id = i.op_id and i.owner like 'ticket:%'`,
  `update entity_ops set owner = 'ticket:' || organisation_id || substr(owner, 7) where owner like 'ticket:%'`,
];
