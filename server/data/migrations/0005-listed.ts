import { sql, type Kysely } from 'kysely';

/** Where a case is listed for surgery, and who last said so: a case that was taken off is still told to tablets that had it listed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table cases add column listed_on date, add column theatre text, add column list_type text,
    add column listed_at timestamptz, add column listed_by uuid`,
  `create index cases_listed on cases (organisation_id, listed_on) where listed_on is not null`,
];
