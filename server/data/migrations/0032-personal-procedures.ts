import { sql, type Kysely } from 'kysely';

/** Own sections of one person for a procedure of the library; a procedure has sections of its own as well. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table personal_procedures (
    organisation_id uuid not null references organisations, user_id uuid not null, procedure_id uuid not null, base_version integer not null,
    sections jsonb not null, revision integer not null, updated_at timestamptz not null, former jsonb not null,
    primary key (organisation_id, user_id, procedure_id))`,
  `update procedures set fields = fields || '{"sections": []}'`,
];
