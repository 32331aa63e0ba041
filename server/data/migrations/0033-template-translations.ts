import { sql, type Kysely } from 'kysely';

/** Each version of a template has its translations; those of a procedure are among its fields. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table templates add column translations jsonb not null default '[]'`.execute(db);
}
