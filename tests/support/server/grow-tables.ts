import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/data/tables/tables.ts';

type Column = { readonly table: string; readonly name: string; readonly type: string; readonly isUnique: boolean };

/**
 * Copies one row of every table so many times, as rows of the same organisation that nothing else refers to, and has the database count
 * its rows: plans are then made as in a hospital of years. References between tables are not checked meanwhile.
 *
 * @returns the tables that had no row to copy
 */
export async function growTables(database: Kysely<Tables>, times: number, leftAlone: readonly string[]): Promise<string[]> {
  return database.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db);
    const columns = await columnsOf(db);
    const empty: string[] = [];
    for (const table of new Set(columns.map((column) => column.table))) {
      if (leftAlone.includes(table)) continue;
      const own = columns.filter((column) => column.table === table);
      const { rows } = await sql<{ copied: boolean }>`
        with copied as (insert into ${sql.table(table)} (${sql.join(own.map(({ name }) => sql.ref(name)))})
          select ${sql.join(own.map(valueOf))} from (select * from ${sql.table(table)} limit 1) as t,
            generate_series(1, cast(${times} as integer)) as nth on conflict do nothing returning 1)
        select exists (select from copied) as copied`.execute(db);
      if (rows[0]?.copied !== true) empty.push(table);
    }
    await sql`set session_replication_role = origin`.execute(db);
    await sql`vacuum analyze`.execute(db);
    return empty;
  });
}

async function columnsOf(db: Kysely<Tables>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as "name", c.data_type as "type", exists (
      select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indisunique and i.indrelid = cast(quote_ident(c.table_name) as regclass) and a.attname = c.column_name) as "isUnique"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' and c.table_name not like 'kysely%'
    order by c.table_name, c.ordinal_position`.execute(db);
  return rows;
}

/** Ids are new, so that each copy is a thing of its own; everything else stays as it was, as far as it may. */
function valueOf({ name, type, isUnique }: Column) {
  const old = sql.ref(`t.${name}`);
  if (name === 'organisation_id') return old;
  if (type === 'uuid') return sql`case when ${old} is null then null else gen_random_uuid() end`;
  if (type.startsWith('timestamp')) return sql`${old} + nth * interval '1 minute'`;
  // Answers on a scale, which has an end.
  if (!isUnique || type === 'smallint') return old;
  if (/int|numeric/.test(type)) return sql`${old} + nth * 1000`;
  if (type === 'text' || type.startsWith('character')) return sql`case when ${old} is null then null else md5(${old} || nth) end`;
  return old;
}
