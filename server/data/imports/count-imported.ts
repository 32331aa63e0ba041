import { sql } from 'kysely';
import type { ImportSubject } from '#domain/imports/import-table.ts';
import type { Db } from '#server/data/db.ts';

/** The tables that an import fills, and that lists and searches read. */
const FILLED: Readonly<Record<ImportSubject, readonly string[]>> = {
  PATIENTS: ['patients'],
  CONSENTS: ['patients', 'cases', 'consents'],
};
/** Fewer rows do not change how a table is best read [choice]. */
const COUNTED_LEAST = 100;

/**
 * Has the database count the rows that an import has written, in its transaction: without that the next search reads them in a way that
 * holds up everybody on the embedded database, and on PostgreSQL until autovacuum has counted them. The owner's function counts, as the
 * role of the server may not; a table that somebody else is counting is left to them, and all to autovacuum where the role was granted by
 * hand, without the function: no import fails for it.
 */
export async function countImported(db: Db, { subject, created }: { subject: ImportSubject; created: number }): Promise<void> {
  if (created < COUNTED_LEAST) return;
  for (const table of FILLED[subject])
    await sql`select count_imported(${table}) where has_function_privilege('count_imported(text)', 'execute')`.execute(db);
}
