import { sql, type Kysely } from 'kysely';

/**
 * The recorded end of each chain, under a key outside the database, and the security log as a chain. The guards of both logs hold
 * also in a session that passes for a replica.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table chain_heads (
    organisation_id uuid not null, chain text not null, id uuid not null, length integer not null, head text not null, at timestamptz not null,
    recorded jsonb not null, mac text not null, primary key (organisation_id, chain, id))`,
  `create index chain_heads_at on chain_heads (at)`,
  `alter table security_log add column seq integer, add column prev_hash text, add column hash text`,
  `create unique index security_log_seq on security_log (organisation_id, seq) where seq is not null`,
  `alter table timeline enable always trigger timeline_append_only`,
  `alter table timeline enable always trigger timeline_never_emptied`,
  `alter table security_log enable always trigger security_log_append_only`,
  `alter table security_log enable always trigger security_log_never_emptied`,
];
