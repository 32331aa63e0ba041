import { sql, type RawBuilder } from 'kysely';
import { COLUMN_CLASSES } from '#domain/integrity/catalogued-table.ts';
import { columnsOf, type TableName } from '#domain/integrity/data-catalogue.ts';
import type { Db } from '#server/data/db.ts';

/** One row of a table: `json` its columns by their names, as JSON text; `key` names it within its table; `bytes` of each column that is a file. */
export type CataloguedRow = { readonly json: string; readonly key: string; readonly files: ReadonlyMap<string, Uint8Array> };

/** Rows that are in the memory at once [choice]; of a table with files, one. */
const CURSOR_ROWS = 200;

/**
 * The rows of a table in the order of its key, read through a cursor of the transaction, some at a time. Times are ISO in UTC. Secrets are
 * never read.
 *
 * @param db - a transaction
 * @param where - over `t`, the table
 */
export async function* cataloguedRows(db: Db, table: TableName, where: RawBuilder<unknown>): AsyncGenerator<CataloguedRow> {
  const columns = columnsOf(table).filter(({ columnClass }) => COLUMN_CLASSES[columnClass].isInExit);
  const files = columns.filter(({ columnClass }) => columnClass === 'file').map(({ name }) => name);
  const values = columns.filter(({ columnClass }) => columnClass !== 'file').map(({ name }) => sql`t.${sql.ref(name)}`);
  const keys = await keyOf(db, table);
  const [open, order] = [sql.ref(`rows_of_${table}`), sql.join(keys.map((name) => sql`t.${sql.ref(name)}`))];
  await sql`set local timezone to 'UTC'`.execute(db);
  await sql`declare ${open} no scroll cursor for select to_jsonb(picked)::text as json, concat_ws('_', ${order}) as key
      ${sql.join([sql``, ...files.map((name) => sql`t.${sql.ref(name)} as ${sql.ref(`file_${name}`)}`)])}
    from ${sql.table(table)} t cross join lateral (select ${sql.join(values)}) as picked where ${where} order by ${order}`.execute(
    db,
  );
  const most = files.length === 0 ? CURSOR_ROWS : 1;
  for (;;) {
    const { rows } = await sql<Fetched>`fetch ${sql.lit(most)} from ${open}`.execute(db);
    for (const row of rows) yield { json: row.json, key: row.key, files: filesIn(row, files) };
    if (rows.length < most) break;
  }
  await sql`close ${open}`.execute(db);
}

type Fetched = { json: string; key: string } & Readonly<Record<`file_${string}`, Uint8Array | null>>;

function filesIn(row: Fetched, names: readonly string[]): ReadonlyMap<string, Uint8Array> {
  return new Map(
    names.flatMap((name) => {
      const bytes = row[`file_${name}`];
      return bytes == null ? [] : [[name, bytes] as const];
    }),
  );
}

/** The columns of the primary key, the organisation's left out. */
async function keyOf(db: Db, table: TableName): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select a.attname::text as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indisprimary and i.indrelid = ${table}::regclass and a.attname <> 'organisation_id'
    order by array_position(i.indkey::int2[], a.attnum)`.execute(db);
  // A table with one row an organisation has no other column in its key.
  return rows.length === 0 ? ['organisation_id'] : rows.map(({ name }) => name);
}

/** A foreign key: `columns` of `table` name a row of `target` by its `targets`. */
export type TableReference = { table: string; columns: string[]; target: string; targets: string[] };

/** The foreign keys of the database, in the order of their tables. */
export async function tableReferences(db: Db): Promise<TableReference[]> {
  const names = (
    columns: RawBuilder<unknown>,
    relation: RawBuilder<unknown>,
  ) => sql`(select array_agg(a.attname::text order by k.at)
    from unnest(${columns}) with ordinality as k (number, at) join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.number)`;
  const { rows } = await sql<TableReference>`
    select c.conrelid::regclass::text as "table", ${names(sql`c.conkey`, sql`c.conrelid`)} as columns,
      c.confrelid::regclass::text as target, ${names(sql`c.confkey`, sql`c.confrelid`)} as targets
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0
    order by 1, c.conname`.execute(db);
  return rows;
}
