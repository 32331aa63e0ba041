import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '#server/data/tables/tables.ts';

type Db = Kysely<Tables>;
type Column = { name: string; type: string; isKey: boolean };
/** A table as the database's own catalogue tells it; what the database works out by itself is left out. */
export type CataloguedTable = { readonly table: string; readonly columns: readonly Column[] };

/** Every table of the product with its columns. */
export async function catalogue(db: Db): Promise<CataloguedTable[]> {
  const { rows } = await sql<Column & { table: string }>`
    select c.table_name as table, c.column_name as name, c.udt_name as type, exists (
      select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indisprimary and i.indrelid = c.table_name::regclass and a.attname = c.column_name) as "isKey"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like 'kysely%' and c.table_name not like 'kept_%'
      and c.is_generated = 'NEVER' order by c.table_name, c.ordinal_position`.execute(db);
  const names = [...new Set(rows.map(({ table }) => table))];
  return names.map((table) => ({ table, columns: rows.filter((row) => row.table === table) }));
}

/** As somebody with the database in hand can: no key, no rule and no guard stands in the way any more. */
export async function takeGuardsAway(db: Db): Promise<void> {
  const { rows } = await sql<{
    table: string;
    name: string;
  }>`select conrelid::regclass::text as table, conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('f', 'c', 'u')`.execute(db);
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint if exists ${sql.id(name)} cascade`.execute(db);
  const { rows: indexes } = await sql<{
    name: string;
  }>`select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and not i.indisprimary and c.relnamespace = 'public'::regnamespace`.execute(db);
  for (const { name } of indexes) await sql`drop index if exists ${sql.id(name)}`.execute(db);
  for (const { table } of await catalogue(db)) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
}

const columnsOf = ({ columns }: CataloguedTable) => sql.join(columns.map(({ name }) => sql.id(name)));

/** Keeps the present rows of every table under a name. */
export async function keepRows(db: Db, tables: readonly CataloguedTable[], as: string): Promise<void> {
  for (const { table } of tables)
    await sql`create table ${sql.table(`kept_${as}_${table}`)} as select * from ${sql.table(table)}`.execute(db);
}

/** Puts the kept rows of a table back in the place of what it holds. @returns whether they differ from these */
export async function putBack(db: Db, of: CataloguedTable, as: string): Promise<boolean> {
  const names = columnsOf(of);
  const rowsOf = (table: string) => sql`select row(${names})::text as one from ${sql.table(table)}`;
  const [is, was] = [rowsOf(of.table), rowsOf(`kept_${as}_${of.table}`)];
  const { rows } = await sql`select 1 where exists (${is} except all ${was}) or exists (${was} except all ${is})`.execute(db);
  await sql`delete from ${sql.table(of.table)}`.execute(db);
  await sql`insert into ${sql.table(of.table)} (${names}) select ${names} from ${sql.table(`kept_${as}_${of.table}`)}`.execute(
    db,
  );
  return rows.length > 0;
}

/** JSON with every text, number and answer at its top changed, and every list emptied, or filled where it was empty. */
const otherJson = (column: RawBuilder<unknown>) => sql`case jsonb_typeof(${column})
  when 'array' then case when jsonb_array_length(${column}) = 0 then '[{}]'::jsonb else '[]'::jsonb end
  when 'object' then (select coalesce(jsonb_object_agg(key, case jsonb_typeof(value) when 'string' then to_jsonb((value #>> '{}') || 'x')
    when 'boolean' then to_jsonb(not (value #>> '{}')::boolean) when 'number' then to_jsonb((value #>> '{}')::numeric + 1)
    when 'array' then case when jsonb_array_length(value) = 0 then value else '[]'::jsonb end else value end), '{"altered": 1}') from jsonb_each(${column}))
  else '{"altered": 1}'::jsonb end`;

/** Another value of the same type, and another one in each row. */
function otherValue({ name, type }: Column) {
  const column = sql.id(name);
  if (type === 'uuid') return sql`gen_random_uuid()`;
  if (type === 'bool') return sql`not coalesce(${column}, false)`;
  if (type.startsWith('int')) return sql`coalesce(${column}, 0) + 1000`;
  if (type === 'date') return sql`coalesce(${column}, current_date) + 1`;
  if (type === 'timestamptz') return sql`coalesce(${column}, now()) + interval '1 day'`;
  if (type === 'bytea') return sql`${column} || '\\x00'::bytea`;
  if (type === 'jsonb') return otherJson(column);
  if (type === '_uuid') return sql`array_append(${column}, gen_random_uuid())`;
  if (type === '_text') return sql`array_append(${column}, 'x')`;
  return sql`coalesce(${column}, '') || 'x'`;
}

/** Changes a column of each row that has a value there; of a number of the first alone, as a step of all leaves their order. @returns whether there was one */
export async function alterColumn(db: Db, { table }: CataloguedTable, column: Column): Promise<boolean> {
  const isFirst = column.type.startsWith('int') ? sql`ctid = (select min(ctid) from ${sql.table(table)})` : sql`true`;
  const { rows } = await sql`update ${sql.table(table)} set ${sql.id(column.name)} = ${otherValue(column)}
    where ${sql.id(column.name)} is not null and ${isFirst} returning 1`.execute(db);
  return rows.length > 0;
}

/** Deletes the first or the last row. @returns whether there was one */
export async function deleteRow(db: Db, { table }: CataloguedTable, which: 'first' | 'last'): Promise<boolean> {
  const order = which === 'first' ? sql`ctid` : sql`ctid desc`;
  const { rows } =
    await sql`delete from ${sql.table(table)} where ctid = (select ctid from ${sql.table(table)} order by ${order} limit 1) returning 1`.execute(
      db,
    );
  return rows.length > 0;
}

/** Adds a copy of the first row under a key of its own, at the end of its key. @returns whether there was one */
export async function addRow(db: Db, of: CataloguedTable): Promise<boolean> {
  const last = of.columns.findLast(({ isKey }) => isKey);
  const values = of.columns.map((column) => (column === last ? otherValue(column) : sql.id(column.name)));
  const { rows } = await sql`insert into ${sql.table(of.table)} (${columnsOf(of)})
    select ${sql.join(values)} from ${sql.table(of.table)} order by ctid limit 1 returning 1`.execute(db);
  return rows.length > 0;
}

/** Exchanges what two rows say, but for their keys. @returns whether there were two that say different things */
export async function exchangeRows(db: Db, { table, columns }: CataloguedTable): Promise<boolean> {
  const values = columns.filter(({ isKey }) => !isKey).map(({ name }) => sql.id(name));
  if (values.length === 0) return false;
  const { rows } = await sql`with two as (select ctid as row_id, t.* from ${sql.table(table)} t order by ctid limit 2)
    update ${sql.table(table)} t set ${sql.join(values.map((name) => sql`${name} = other.${name}`))} from two other
    where t.ctid in (select row_id from two) and t.ctid <> other.row_id returning 1`.execute(db);
  return rows.length === 2;
}

/** Puts the kept version of one row that has changed since back into its place. @returns whether one has */
export async function putRowBack(db: Db, { table, columns }: CataloguedTable, as: string): Promise<boolean> {
  const keys = columns.filter(({ isKey }) => isKey).map(({ name }) => sql`t.${sql.id(name)} = k.${sql.id(name)}`);
  const values = columns.filter(({ isKey }) => !isKey).map(({ name }) => sql.id(name));
  if (keys.length === 0 || values.length === 0) return false;
  const kept = sql.table(`kept_${as}_${table}`);
  const { rows } =
    await sql`update ${sql.table(table)} t set ${sql.join(values.map((name) => sql`${name} = k.${name}`))} from ${kept} k
    where ${sql.join(keys, sql` and `)} and t.ctid = (select t.ctid from ${sql.table(table)} t join ${kept} k on ${sql.join(keys, sql` and `)}
      where row(${sql.join(values.map((name) => sql`t.${name}`))}) is distinct from row(${sql.join(values.map((name) => sql`k.${name}`))}) limit 1)
    returning 1`.execute(db);
  return rows.length > 0;
}
