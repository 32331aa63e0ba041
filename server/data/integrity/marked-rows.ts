import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { MARKED_TABLES, type MarkedTable } from './marked-tables.ts';
import type { RowMark } from './row-marks.ts';
import { rowColumns } from './row-triggers.ts';

/** A row of a marked table as it is, with its mark. `digest`: of the covered columns. */
export type MarkedRow = { key: string; organisation_id: string; digest: string; mark: RowMark | undefined; place: unknown[] };

const MARKED_ROWS_AT_ONCE = 1000;

/**
 * The rows of a table after a place, in the order of its key, 1,000 at most.
 *
 * @param trx - a transaction: its time zone is set
 * @param after - `place` of the last row of the page before
 * @param options - `isLocked`: no other transaction writes these rows until this one has ended
 */
export async function markedRowsAfter(
  trx: Db,
  table: string,
  { after, isLocked = false }: { after?: readonly unknown[] | undefined; isLocked?: boolean } = {},
): Promise<MarkedRow[]> {
  const marked = markedTable(table);
  await inUtc(trx);
  const { key, organisation, digest } = rowColumns(marked);
  const keys = marked.keys.split(' ');
  const place = sql.join(keys.map((name) => sql`r.${sql.id(name)}`));
  const from = after === undefined ? sql`true` : sql`(${place}) > (${sql.join([...after])})`;
  const { rows } = await sql<Joined>`select r.*, m.of_table, m.mark_key, m.mark_organisation, m.count, m.is_gone, m.mac from (
      select ${key} as row_key, ${organisation} as row_organisation, ${digest} as digest, ${places(keys)} from ${sql.table(table)} r
      where ${from} order by ${place} limit ${sql.lit(MARKED_ROWS_AT_ONCE)} ${isLocked ? sql`for no key update` : sql``}) r
    left join (select of_table, key as mark_key, organisation_id as mark_organisation, count, is_gone, mac from row_marks) m
      on m.of_table = ${table} and m.mark_key = r.row_key
    order by ${sql.join(keys.map((_, at) => sql.id(`place_${at}`)))}`.execute(trx);
  return rows.map((row) => ({
    key: row.row_key,
    organisation_id: row.row_organisation,
    digest: row.digest,
    mark: markIn(row),
    place: keys.map((_, at) => row[`place_${at}`]),
  }));
}

const places = (keys: readonly string[]) => sql.join(keys.map((name, at) => sql`r.${sql.id(name)} as ${sql.id(`place_${at}`)}`));

type Joined = { row_key: string; row_organisation: string; digest: string } & {
  [K in 'of_table' | 'mark_key' | 'mark_organisation' | 'mac']: string | null;
} & { count: number | null; is_gone: boolean | null } & { [place: `place_${number}`]: unknown };

function markIn({
  of_table,
  mark_key: key,
  mark_organisation: organisation_id,
  count,
  is_gone,
  mac,
}: Joined): RowMark | undefined {
  const isMarked =
    of_table !== null && key !== null && organisation_id !== null && count !== null && is_gone !== null && mac !== null;
  return isMarked ? { of_table, key, organisation_id, count, is_gone, mac } : undefined;
}

function markedTable(table: string): MarkedTable {
  const marked = MARKED_TABLES[table];
  if (marked === undefined) throw new Error(`The rows of ${table} carry no marks`);
  return marked;
}

/** Times are digested as text, in UTC. */
async function inUtc(trx: Db): Promise<void> {
  await sql`select set_config('timezone', 'UTC', true), set_config('bytea_output', 'hex', true)`.execute(trx);
}

/** The marks of a table's rows that are not there, but for those of rows that were deleted in order. Cheap where there is none. */
export async function marksWithoutRow(db: Db, table: string): Promise<RowMark[]> {
  const { key } = rowColumns(markedTable(table));
  const { rows: counted } = await sql<{ isEqual: boolean }>`select (select count(*) from ${sql.table(table)}) =
    (select count(*) from row_marks where of_table = ${table} and not is_gone) as "isEqual"`.execute(db);
  if (counted[0]?.isEqual === true) return [];
  const { rows } = await sql<RowMark>`select m.* from row_marks m where m.of_table = ${table} and not m.is_gone
    and not exists (select from ${sql.table(table)} r where ${key} = m.key)`.execute(db);
  return rows;
}
