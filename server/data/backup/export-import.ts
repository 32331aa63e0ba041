import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { NEW_RULES_SETTING } from '#server/data/consents/new-rules-since.ts';
import { appliedMigrations } from '#server/data/open/migrate.ts';

/** The file is not a whole export of this version, or the database is not empty; the message is a sentence for the administrator. */
export class ImportRefused extends Error {
  override readonly name = 'PortableRefused';
}

// An export is lines of JSON: a head, then for each table its name and columns followed by its rows as PostgreSQL's own text, then an
// end that counts them. Text, because every type has one and PostgreSQL reads it back itself.
type Head = { readonly assent: 'export'; readonly migrations: readonly string[] };
type TableHead = { readonly table: string; readonly columns: readonly string[] };
type End = { readonly end: number };
type Row = ReadonlyArray<string | null>;

const rowsAtOnce = 200;

/** Writes every row of every table, in one snapshot. @returns how many rows */
export async function exportDatabase<T>(database: Kysely<T>, write: (line: string) => Promise<void>): Promise<number> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (reading) => {
      const put = (line: Head | TableHead | Row | End): Promise<void> => write(JSON.stringify(line));
      await put({ assent: 'export', migrations: await appliedMigrations(reading) });
      let count = 0;
      for (const table of await tablesWithColumns(reading)) {
        await put(table);
        for await (const row of rowsOf(reading, table)) {
          await put(row);
          count += 1;
        }
      }
      await put({ end: count });
      return count;
    });
}

/**
 * Fills an empty, migrated database from an export; all of it or nothing.
 *
 * @param afterwards - further writes of the same transaction
 * @returns how many rows
 * @throws ImportRefused
 */
export async function importDatabase<T>(
  database: Kysely<T>,
  lines: AsyncIterable<string>,
  afterwards: (writing: Kysely<T>) => Promise<void> = async () => undefined,
): Promise<number> {
  return database.transaction().execute(async (writing) => {
    await refuseFilled(writing);
    await deleteWrittenByMigrations(writing);
    const restoreForeignKeys = await setForeignKeysAside(writing);
    // The rows bring their marks.
    await sql`select set_config('assent.restoring', 'on', true)`.execute(writing);
    const count = await readLines(writing, lines);
    await sql`select set_config('assent.restoring', '', true)`.execute(writing);
    await restoreForeignKeys();
    await afterwards(writing);
    return count;
  });
}

/**
 * The rows that migrations write into a database without data, by table: a migration notes since when its rules hold. They are no data of
 * a hospital: a database with these alone is empty, and an import brings those of its own database.
 */
const WRITTEN_BY_MIGRATIONS: Readonly<Record<string, { column: string; value: string }>> = {
  settings: { column: 'name', value: NEW_RULES_SETTING },
};

function writtenByMigrations({ table, columns }: TableHead): RawBuilder<unknown> | undefined {
  const written = WRITTEN_BY_MIGRATIONS[table];
  return written && columns.includes(written.column) ? sql`${sql.ref(written.column)} = ${written.value}` : undefined;
}

async function deleteWrittenByMigrations<T>(writing: Kysely<T>): Promise<void> {
  for (const head of await tablesWithColumns(writing)) {
    const written = writtenByMigrations(head);
    if (written) await sql`delete from ${sql.table(head.table)} where ${written}`.execute(writing);
  }
}

/** @throws ImportRefused when a table of the database holds a row that no migration wrote */
export async function refuseFilled<T>(database: Kysely<T>): Promise<void> {
  for (const head of await tablesWithColumns(database)) {
    const written = writtenByMigrations(head) ?? sql`false`;
    const { rows } = await sql`select from ${sql.table(head.table)} where not (${written}) limit 1`.execute(database);
    if (rows.length > 0) throw new ImportRefused('The database that should be filled is not empty. Nothing was changed.');
  }
}

/** The count of an export: rows by table, and the migrations of the database that it came from. */
export type ExportCount = { readonly rows: number; readonly tables: Record<string, number>; readonly migrations: string[] };

/** Reads a whole export and counts it. @throws ImportRefused when it is cut, damaged or no export */
export async function countExport(lines: AsyncIterable<string>): Promise<ExportCount> {
  const tables: Record<string, number> = {};
  let migrations: string[] | undefined;
  let rows = 0;
  let table: string | undefined;
  for await (const text of lines) {
    const line = parse(text);
    if (migrations === undefined) migrations = migrationsIn(line);
    else if (Array.isArray(line) && table !== undefined) {
      rows += 1;
      tables[table] = (tables[table] ?? 0) + 1;
    } else if (isTable(line)) table = line.table;
    else if (isEnd(line) && line.end === rows) return { rows, tables, migrations };
    else throw new ImportRefused('The file does not hold as many rows as it says. Make a new export.');
    if (migrations === undefined) throw new ImportRefused('The file is not an export that this version can read.');
  }
  throw new ImportRefused('The file ends too early: the export was interrupted. Make a new one.');
}

async function readLines<T>(writing: Transaction<T>, lines: AsyncIterable<string>): Promise<number> {
  const known = new Map((await tablesWithColumns(writing)).map(({ table, columns }) => [table, columns]));
  let table: TableHead | undefined;
  let rows: Row[] = [];
  let count = 0;
  let isFirst = true;
  const flush = async (): Promise<void> => {
    if (table && rows.length > 0) await insert(writing, table, rows);
    count += rows.length;
    rows = [];
  };
  for await (const text of lines) {
    const line = parse(text);
    if (isFirst) await refuseHead(writing, line);
    else if (Array.isArray(line) && table) {
      // A line that is a list is a row: exportDatabase writes no other lists, and PostgreSQL checks each value.
      rows.push(line as Row);
      if (rows.length >= rowsAtOnce) await flush();
    } else if (isTable(line) && known.get(line.table)?.join() === line.columns.join()) {
      await flush();
      table = line;
    } else if (isEnd(line)) {
      await flush();
      if (line.end === count) return count;
      throw new ImportRefused('The file does not hold as many rows as it says. Make a new export.');
    } else throw new ImportRefused('The file is not an export that this version can read.');
    isFirst = false;
  }
  throw new ImportRefused('The file ends too early: the export was interrupted. Make a new one.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ImportRefused('The file is not an export that this version can read.');
  }
}

const isTable = (line: unknown): line is TableHead =>
  typeof line === 'object' && line !== null && 'table' in line && 'columns' in line;
const isEnd = (line: unknown): line is End => typeof line === 'object' && line !== null && 'end' in line;

/** The migrations that the head of an export names; undefined for another line. */
function migrationsIn(line: unknown): string[] | undefined {
  const names =
    typeof line === 'object' && line !== null && 'assent' in line && 'migrations' in line ? line.migrations : undefined;
  return Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : undefined;
}

async function refuseHead<T>(writing: Kysely<T>, line: unknown): Promise<void> {
  if (JSON.stringify(migrationsIn(line)) === JSON.stringify(await appliedMigrations(writing))) return;
  throw new ImportRefused('The file is not an export, or was made by another version. Export and import with the same version.');
}

async function tablesWithColumns<T>(database: Kysely<T>): Promise<TableHead[]> {
  const { rows } = await sql<TableHead>`
    select c.relname as table, array_agg(a.attname::text order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('kysely_migration', 'kysely_migration_lock')
    group by c.relname order by c.relname`.execute(database);
  return rows;
}

async function* rowsOf<T>(reading: Kysely<T>, { table, columns }: TableHead): AsyncGenerator<Row> {
  const texts = sql.join(columns.map((column) => sql`${sql.ref(column)}::text`));
  await sql`declare exporting no scroll cursor for select array[${texts}] as row from ${sql.table(table)}`.execute(reading);
  for (;;) {
    const { rows } = await sql<{ row: Row }>`fetch ${sql.lit(rowsAtOnce)} from exporting`.execute(reading);
    for (const { row } of rows) yield row;
    if (rows.length < rowsAtOnce) break;
  }
  await sql`close exporting`.execute(reading);
}

async function insert<T>(writing: Kysely<T>, { table, columns }: TableHead, rows: readonly Row[]): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(rows.map((row) => sql`(${sql.join(row)})`));
  await sql`insert into ${sql.table(table)} (${names}) overriding system value values ${values}`.execute(writing);
}

/** Tables come by name, so a row may come before the one it points to. PostgreSQL checks all of them when the keys return. */
async function setForeignKeysAside<T>(writing: Kysely<T>): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; table: string; definition: string }>`
    select conname as name, c.relname as table, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.connamespace = 'public'::regnamespace and k.contype = 'f' and k.conparentid = 0`.execute(writing);
  for (const { name, table } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(writing);
  return async () => {
    for (const { name, table, definition } of rows) {
      await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(writing);
    }
  };
}
