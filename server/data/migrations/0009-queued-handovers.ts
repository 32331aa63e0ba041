import { sql, type Kysely } from 'kysely';

/** Whether a tablet started a handover without a network. Of those from before this is not known: they are taken to be such. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table handovers add column is_queued boolean not null default true`,
  `alter table handovers alter column is_queued set default false`,
];
