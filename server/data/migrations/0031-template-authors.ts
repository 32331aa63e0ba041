import { sql, type Kysely } from 'kysely';

/** Adds the author of each version of a template, and the user who deleted it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table templates add column author_id uuid, add column author_name text,
    add column deleted_at timestamptz, add column deleted_by uuid`,
];
