import { sql, type Kysely } from 'kysely';

/** Three questions after signing: counts of answers by month and procedure, the passes that were used, and what an administrator has set. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // No row is a person's: no time, no id.
  `create table experience_counts (
    organisation_id uuid not null references organisations, month text not null, procedure_id uuid not null,
    q1 smallint not null, q2 smallint not null, q3 smallint not null, n integer not null,
    primary key (organisation_id, month, procedure_id, q1, q2, q3),
    constraint experience_counts_answers check (q1 between 0 and 4 and q2 between 0 and 4 and q3 between 0 and 4))`,
  `create table used_nonces (
    organisation_id uuid not null references organisations, hash text not null, ends_at timestamptz not null,
    primary key (organisation_id, hash))`,
  `create index used_nonces_ends on used_nonces (ends_at)`,
  `create table experience_settings (
    organisation_id uuid primary key references organisations, settings jsonb not null, licence_read_at timestamptz,
    version integer not null, updated_at timestamptz not null, updated_by uuid not null)`,
];
