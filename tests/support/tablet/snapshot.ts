import { sql, type Kysely } from 'kysely';

/**
 * A digest of every row of every table except the named ones, by table: equal digests before and after mean that nothing was
 * written, changed or deleted.
 */
export async function snapshotOf<T>(
  database: Kysely<T>,
  { except }: { except: readonly string[] },
): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1
  `.execute(database);
  const digests: Record<string, string> = {};
  for (const { name } of tables.rows) {
    if (except.includes(name)) continue;
    const { rows } = await sql<{ digest: string }>`
      select count(*) || ' rows, ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as digest from ${sql.table(name)} t
    `.execute(database);
    digests[name] = rows[0]?.digest ?? '';
  }
  return digests;
}
