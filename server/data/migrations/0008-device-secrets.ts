import { sql, type Kysely } from 'kysely';

/**
 * The digest of each tablet's secret, empty until the tablet names one, and the latest end of each ticket. Tickets that are open
 * during the upgrade get four more hours at most.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table devices add column secret_sha256 text`,
  `alter table tickets add column latest_end timestamptz`,
  `update tickets set latest_end = ends_at + interval '4 hours'`,
  `alter table tickets alter column latest_end set not null`,
];
