import { sql, type Kysely, type RawBuilder } from 'kysely';
import { MARKED_TABLES, NO_ORGANISATION, type MarkedTable } from './marked-tables.ts';

/** Columns of bytes, of which a mark covers the digest. */
const BYTES = new Set(['png', 'bytes', 'der']);

const columnsOf = (names: string) => names.split(' ').filter((name) => name !== '');

/** The parts of a statement over rows `r` of a marked table. */
export type RowParts = {
  /** text */ readonly key: string;
  /** uuid */ readonly organisation: string;
  /** SHA-256 of the covered columns, hex; in a session whose time zone is UTC */
  readonly digest: string;
};

/** The key, the organisation and the digest of rows `r` of a marked table, as parts of a statement. */
export function rowParts({ keys, columns, organisation }: MarkedTable): RowParts {
  const names = columnsOf(columns);
  const whose = organisation ?? [...columnsOf(keys), ...names].find((name) => name === 'organisation_id');
  const values = names.map((name) => (BYTES.has(name) ? `encode(sha256(r.${name}), 'hex')` : `r.${name}`));
  return {
    key: `concat_ws(' ', ${columnsOf(keys)
      .map((name) => `r.${name}`)
      .join(', ')})`,
    organisation: whose === undefined ? `'${NO_ORGANISATION}'::uuid` : `coalesce(r.${whose}, '${NO_ORGANISATION}'::uuid)`,
    digest: `encode(sha256(convert_to(jsonb_build_array(${values.join(', ')})::text, 'UTF8')), 'hex')`,
  };
}

const EVENTS = ['insert', 'update', 'delete'] as const;
const ROWS_OF = {
  insert: 'referencing new table as new_rows',
  update: 'referencing old table as old_rows new table as new_rows',
  delete: 'referencing old table as old_rows',
} as const;

const triggerName = (table: string, event: string) => `${table}_marked_${event}`;
const functionName = (table: string) => `mark_${table}`;

/**
 * The body of the function that tells, within the transaction, which rows of a table a statement has written: a line for each with the
 * digests before and after and its present mark, in a setting that ends with the transaction. No other session reads or writes it.
 */
function functionBody(table: string, marked: MarkedTable): string {
  const { key, organisation, digest } = rowParts(marked);
  const of = (rows: string) => `select ${key} as key, ${organisation} as organisation, ${digest} as digest from ${rows} r`;
  const told = `string_agg(concat_ws('|', '${table}', w.organisation, w.key, w.before, w.after, coalesce(m.organisation_id, w.organisation), coalesce(m.count, 0), coalesce(m.mac, '')), E'\\n')`;
  const from = (changed: string) =>
    `select ${told} into lines from (${changed}) w
      left join lateral (select organisation_id, count, mac from row_marks where of_table = '${table}' and key = w.key limit 1) m on true`;
  return `
declare lines text;
begin
  if current_setting('assent.restoring', true) = 'on' then return null; end if;
  if tg_op = 'INSERT' then
    ${from(`select key, organisation, '' as before, digest as after from (${of('new_rows')}) n`)};
  elsif tg_op = 'DELETE' then
    ${from(`select key, organisation, digest as before, '' as after from (${of('old_rows')}) o`)};
  else
    ${from(`select key, coalesce(n.organisation, o.organisation) as organisation, coalesce(o.digest, '') as before, coalesce(n.digest, '') as after
      from (${of('old_rows')}) o full join (${of('new_rows')}) n using (key) where n.digest is distinct from o.digest`)};
  end if;
  if lines is not null then
    perform set_config('assent.rows', coalesce(current_setting('assent.rows', true), '') || lines || E'\\n', true);
  end if;
  return null;
end `;
}

/**
 * Has the database tell each transaction which rows of the marked tables it writes. Needs the owner of the tables. A table that has not all
 * of its covered columns yet is left to the migration that gives it these.
 */
export async function createRowMarks(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public'`.execute(db);
  const present = new Set(rows.map(({ name }) => name));
  for (const [table, marked] of Object.entries(MARKED_TABLES)) {
    if (![marked.keys, marked.columns].flatMap(columnsOf).every((name) => present.has(`${table}.${name}`))) continue;
    await run(
      db,
      `create or replace function ${functionName(table)}() returns trigger language plpgsql set timezone to 'UTC' set bytea_output to 'hex' as $mark$${functionBody(table, marked)}$mark$`,
    );
    for (const event of EVENTS)
      await run(
        db,
        `create or replace trigger ${triggerName(table, event)} after ${event} on ${table} ${ROWS_OF[event]} for each statement execute function ${functionName(table)}()`,
      );
  }
}

async function run(db: Kysely<unknown>, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}

/** The triggers of marks of these tables that are missing, switched off, or that do something else than this version's. */
export async function rowTriggersOff<T>(db: Kysely<T>, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string; table: string; body: string }>`
    select g.tgname as name, c.relname as table, f.prosrc as body from pg_trigger g join pg_class c on c.oid = g.tgrelid
    join pg_proc f on f.oid = g.tgfoid where c.relnamespace = 'public'::regnamespace and not g.tgisinternal and g.tgenabled in ('O', 'A')
      and lower(array_to_string(f.proconfig, ',')) = 'timezone=utc,bytea_output=hex'`.execute(db);
  const isOn = new Set(rows.map(({ name, table, body }) => `${table} ${name} ${body}`));
  const marks = Object.entries(MARKED_TABLES).filter(([table]) => tables.includes(table));
  return marks.flatMap(([table, marked]) =>
    EVENTS.map((event) => triggerName(table, event)).filter(
      (name) => !isOn.has(`${table} ${name} ${functionBody(table, marked)}`),
    ),
  );
}

/** `rowParts` for a statement of its own. */
export function rowColumns(marked: MarkedTable): Record<keyof RowParts, RawBuilder<string>> {
  const { key, organisation, digest } = rowParts(marked);
  return { key: sql.raw(key), organisation: sql.raw(organisation), digest: sql.raw(digest) };
}
