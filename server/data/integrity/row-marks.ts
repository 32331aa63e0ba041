import { sql, type Kysely, type QueryExecutorProvider, type Selectable } from 'kysely';
import { canonical } from '#domain/base/canonical.ts';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { endTransactionsWith } from '#server/data/transaction.ts';
import type { ChainKey } from './chain-heads.ts';
import { MARKED_TABLES } from './marked-tables.ts';

/** The mark of one row. */
export type RowMark = Selectable<Tables['row_marks']>;
/** A mark with the words that it is over. `digest`: of the covered columns, '' for a row that is gone. */
type Marked = Omit<RowMark, 'mac'> & { digest: string };

/** A mark of this key. */
export function markOf(key: ChainKey, { digest, ...mark }: Marked): RowMark {
  return { ...mark, mac: macOf(key, { digest, ...mark }) };
}

/** Whether a mark was written with this key for a row that says this. */
export function isMarkOf(key: ChainKey, { mac, ...mark }: RowMark, digest: string): boolean {
  return mac === macOf(key, { ...mark, digest });
}

/** Hex, the first 128 of 256 bits: marks are many. */
function macOf(key: ChainKey, { of_table, key: of, organisation_id, count, is_gone, digest }: Marked): string {
  return key.mac(canonical({ row: of_table, key: of, organisation_id, count, is_gone, digest })).slice(0, 32);
}

/** Has each transaction of a database mark the rows that it writes. Said once for a database, before its first transaction. */
export function markRowsOf(db: Kysely<Tables>, key: ChainKey): void {
  endTransactionsWith(db, (trx) => markWritten(trx, key));
}

/** A row as a statement of this transaction has written it: the digests before and after, whose it is now, and the mark that it had. */
type Written = { mark: Omit<RowMark, 'is_gone'>; before: string; after: string; organisationId: string };

/**
 * Marks the rows that this transaction has written. A row that was altered in the database since its last mark is not marked anew, nor one
 * that has none: whatever is written to it later, it stays a finding.
 */
export async function markWritten(trx: QueryExecutorProvider, key: ChainKey): Promise<void> {
  const { rows } = await sql<{ lines: string | null }>`select current_setting('assent.rows', true) as lines`.execute(trx);
  const lines = (rows[0]?.lines ?? '').split('\n').filter((line) => line !== '');
  if (lines.length === 0) return;
  const known = new Map<string, { mark: RowMark; digest: string } | undefined>();
  for (const written of lines.map(parsed)) {
    const name = `${written.mark.of_table} ${written.mark.key}`;
    const present = known.has(name) ? known.get(name) : presentMark(key, written);
    known.set(name, present && present.digest === written.before ? following(key, present.mark, written) : undefined);
  }
  await putMarks(
    trx,
    [...known.values()].flatMap((one) => (one === undefined ? [] : [one.mark])),
  );
}

/** Writes marks. That a row is gone is kept where the file of heads knows of it. */
export async function putMarks(db: QueryExecutorProvider, marks: readonly RowMark[]): Promise<void> {
  const isKept = ({ of_table, is_gone }: RowMark) => !is_gone || MARKED_TABLES[of_table]?.isFiled === true;
  await writeMarks(db, marks.filter(isKept));
  await deleteMarks(
    db,
    marks.filter((mark) => !isKept(mark)),
  );
}

function parsed(line: string): Written {
  const [of_table = '', organisationId = '', key = '', before = '', after = '', organisation_id = '', count = '', mac = ''] =
    line.split('|');
  return { mark: { of_table, organisation_id, key, count: Number(count), mac }, before, after, organisationId };
}

/** The mark that a row had, with the digest for which it is true; undefined for a row that none or another's mark speaks of. */
function presentMark(key: ChainKey, { mark, before }: Written): { mark: RowMark; digest: string } | undefined {
  const present = { ...mark, is_gone: before === '' };
  const isNew = mark.mac === '' && before === '';
  return isNew || isMarkOf(key, present, before) ? { mark: present, digest: before } : undefined;
}

function following(
  key: ChainKey,
  { mac: _, ...mark }: RowMark,
  { after: digest, organisationId: organisation_id }: Written,
): { mark: RowMark; digest: string } {
  return { mark: markOf(key, { ...mark, organisation_id, count: mark.count + 1, is_gone: digest === '', digest }), digest };
}

async function writeMarks(db: QueryExecutorProvider, marks: readonly RowMark[]): Promise<void> {
  if (marks.length === 0) return;
  await sql`insert into row_marks (of_table, key, organisation_id, count, is_gone, mac)
    select of_table, key, organisation_id, count, is_gone, mac from jsonb_populate_recordset(null::row_marks, ${json(marks)})
    on conflict (of_table, key) do update set organisation_id = excluded.organisation_id, count = excluded.count, is_gone = excluded.is_gone,
      mac = excluded.mac`.execute(db);
}

/** Table by table: each statement finds the few rows by their keys. */
async function deleteMarks(db: QueryExecutorProvider, marks: readonly RowMark[]): Promise<void> {
  for (const table of new Set(marks.map(({ of_table }) => of_table))) {
    const keys = marks.filter(({ of_table }) => of_table === table).map(({ key }) => key);
    await sql`delete from row_marks where of_table = ${table} and key = any(${keys}::text[])`.execute(db);
  }
}

/** The filed marks after one, in the order of their keys, 1,000 at most. */
export async function filedMarksAfter(db: Db, after: RowMark | undefined): Promise<RowMark[]> {
  const filed = Object.entries(MARKED_TABLES).flatMap(([table, { isFiled }]) => (isFiled === true ? [table] : []));
  let query = db.selectFrom('row_marks').selectAll().where('of_table', 'in', filed);
  if (after !== undefined)
    query = query.where((has) => has(has.refTuple('of_table', 'key'), '>', has.tuple(after.of_table, after.key)));
  return query.orderBy('of_table').orderBy('key').limit(1000).execute();
}
