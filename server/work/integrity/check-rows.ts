import type { IntegrityFault } from '#domain/integrity/integrity-faults.ts';
import { coverOf, MARKED_TABLES, NO_ORGANISATION, type MarkedTable } from '#server/data/integrity/marked-tables.ts';
import { markedRowsAfter, marksWithoutRow, type MarkedRow } from '#server/data/integrity/marked-rows.ts';
import { filedMarksAfter, isMarkOf, type RowMark } from '#server/data/integrity/row-marks.ts';
import { rowTriggersOff } from '#server/data/integrity/row-triggers.ts';
import type { Deps } from '#server/deps.ts';
import { fileKey, type FiledHead } from '#server/outside/heads-file.ts';
import { RECORDED_KEY, recordedTables } from './record-rows.ts';

type Checking = Pick<Deps, 'database' | 'chainKey'>;
type Options = {
  /** takes the filed mark of a row out of those that were not seen */
  readonly takeFiled: (key: string) => FiledHead | undefined;
  /** all that the file of heads says */
  readonly filed: ReadonlyMap<string, FiledHead>;
  readonly isStopped: () => boolean;
  readonly note: (organisationId: string | undefined, subject: string) => (fault: IntegrityFault) => void;
};

/** The name of a row in findings and in the file of heads: its table and its key. */
export const rowName = (table: string, key: string): string => `${table} ${key}`;

/** A row in a finding: of the digest of a token its beginning is enough. */
const subjectOf = (table: string, key: string) => rowName(table, key.includes('-') ? key : key.slice(0, 8));

/** The line of a mark in the file of heads. */
export function headOfMark({ of_table, key, organisation_id, count, mac }: RowMark): FiledHead {
  return { organisation_id, chain: 'ROW', id: rowName(of_table, key), length: count, head: mac };
}

/**
 * Compares every marked row with its mark, and every filed mark with the file of heads; each page is one snapshot.
 *
 * @returns how many tables are not compared yet: no start has marked them, or servers of the build before may still write there
 */
export async function checkRows({ database, chainKey }: Checking, options: Options): Promise<number> {
  const { isStopped, filed, takeFiled, note } = options;
  const recorded = await recordedTables(database.db, chainKey, filed);
  takeFiled(RECORDED_KEY);
  // To take that away, or to write it anew, does not end the comparison.
  const isAltered = recorded === 'ALTERED';
  if (isAltered) note(undefined, 'marks of rows')('ROWS_UNRECORDED');
  const isCompared = (table: string, marked: MarkedTable) =>
    isAltered || (recorded?.[table]?.cover === coverOf(marked) && !recorded[table].isOpen);
  const tables = Object.entries(MARKED_TABLES).filter(([table, marked]) => isCompared(table, marked));
  const names = tables.map(([table]) => table);
  (await rowTriggersOff(database.db, names)).forEach((trigger) => note(undefined, trigger)('GUARD_OFF'));
  for (const table of names) if (!isStopped()) await checkTable({ database, chainKey }, table, options);
  await checkFiled({ database, chainKey }, options);
  return Object.keys(MARKED_TABLES).length - tables.length;
}

async function checkTable({ database: { db }, chainKey }: Checking, table: string, { isStopped, note }: Options): Promise<void> {
  let after: readonly unknown[] | undefined;
  do {
    const from = after;
    const page = await db.transaction().execute((trx) => markedRowsAfter(trx, table, { after: from }));
    for (const row of page) {
      const fault = faultOf(chainKey, row);
      if (fault !== undefined) note(whose(row), subjectOf(table, row.key))(fault);
    }
    after = page.at(-1)?.place;
  } while (after !== undefined && !isStopped());
  for (const mark of await marksWithoutRow(db, table)) note(whose(mark), subjectOf(table, mark.key))('ROW_GONE');
}

function faultOf(key: Deps['chainKey'], { mark, digest }: MarkedRow): IntegrityFault | undefined {
  if (mark === undefined) return 'ROW_ADDED';
  return isMarkOf(key, mark, digest) ? undefined : 'ROW_CHANGED';
}

const whose = ({ organisation_id: id }: { organisation_id: string }) => (id === NO_ORGANISATION ? undefined : id);

/** A mark that lies before the one in the file of heads is that of an earlier state. */
async function checkFiled({ database: { db }, chainKey }: Checking, { takeFiled, isStopped, note }: Options): Promise<void> {
  let after: RowMark | undefined;
  do {
    const page = await filedMarksAfter(db, after);
    for (const mark of page) {
      const filed = takeFiled(fileKey(headOfMark(mark)));
      const isBefore =
        filed !== undefined && (mark.count < filed.length || (mark.count === filed.length && mark.mac !== filed.head));
      const isForged = mark.is_gone && !isMarkOf(chainKey, mark, '');
      if (isBefore || isForged) note(whose(mark), rowName(mark.of_table, mark.key))('ROW_CHANGED');
    }
    after = page.at(-1);
  } while (after !== undefined && !isStopped());
}
