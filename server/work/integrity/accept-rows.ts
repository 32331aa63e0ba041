import { counted } from '#domain/base/counted.ts';
import { coverOf, MARKED_TABLES } from '#server/data/integrity/marked-tables.ts';
import { markTables, sayTables, tellOfMarks, type Recording } from './record-rows.ts';

/**
 * Marks every row as it is now, whatever its mark says: for a database that somebody has mended by hand, or that a server of the build
 * before wrote later than an hour after the update. The security logs say so.
 *
 * @returns how many rows
 */
export async function acceptRows(deps: Recording): Promise<number> {
  const { db } = deps.database;
  const since = new Date(deps.clock()).toISOString();
  const count = await markTables(deps, Object.keys(MARKED_TABLES));
  const tables = Object.entries(MARKED_TABLES).map(([table, marked]) => [
    table,
    { cover: coverOf(marked), since, isOpen: false },
  ]);
  await sayTables(db, deps.chainKey, Object.fromEntries(tables));
  await tellOfMarks(deps, `${counted(count, 'row')} accepted as they are: what was altered in them before cannot be found`);
  return count;
}
