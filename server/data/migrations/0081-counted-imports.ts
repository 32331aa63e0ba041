import { sql, type Kysely } from 'kysely';

/**
 * Counts the rows of an import in the name of the owner of the tables: PostgreSQL lets nobody else do so, but for a right (MAINTAIN) that it
 * has from version 17 on. It waits for nobody, as an import must not fail for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create function count_imported(of_table text) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$ begin
      if of_table not in ('patients', 'cases', 'consents') then raise exception 'no import fills this table'; end if;
      execute format('analyze (skip_locked) public.%I', of_table); end $$`,
  `revoke execute on function count_imported(text) from public`,
];
