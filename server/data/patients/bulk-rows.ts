import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';
import type { Tables } from '#server/data/tables/tables.ts';

/**
 * Enters rows of one table in one statement; all have the columns of the first. The caller sees to it that none is here already.
 *
 * @param rows - JSON values by column; absent columns have their defaults
 */
export async function insertRows<T extends keyof Tables>(
  db: Db,
  table: T,
  rows: readonly Readonly<Partial<Record<keyof Tables[T] & string, unknown>>>[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${json(rows)})`.execute(db);
}
