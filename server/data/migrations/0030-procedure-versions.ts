import { sql, type Kysely } from 'kysely';

/** Versions of procedures are edited, reviewed, published one at a time, and superseded. The history says who changed what when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table procedures add column revision integer not null default 1, add column editors jsonb not null default '[]',
    add column published_at timestamptz, add column superseded_at timestamptz`,
  `update procedures set fields = fields || '{"codes": []}'`,
  `update procedures set published_at = created_at where status in ('ACTIVE', 'RETIRED')`,
  `update procedures set status = 'RETIRED', superseded_at = created_at where status = 'ACTIVE' and not is_current`,
  `create unique index procedures_serving on procedures (organisation_id, id) where status = 'ACTIVE'`,
  `create table procedure_events (
    organisation_id uuid not null references organisations, procedure_id uuid not null, id uuid not null, at timestamptz not null, user_id uuid not null,
    user_name text not null, type text not null, version integer not null, fields jsonb not null, from_status text, to_status text,
    note text not null, primary key (organisation_id, procedure_id, id))`,
];
