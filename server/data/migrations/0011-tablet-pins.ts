import { sql, type Kysely } from 'kysely';

/** The hash of a person's tablet PIN, empty where there is none, and how many wrong ones came since the last right one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table users add column tablet_pin_hash text`,
  `alter table users add column tablet_pin_failures integer not null default 0`,
];
