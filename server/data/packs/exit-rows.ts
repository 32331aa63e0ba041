import { sql, type RawBuilder } from 'kysely';
import { columnsOf, DATA_CATALOGUE, TABLE_NAMES, type TableName } from '#domain/integrity/data-catalogue.ts';
import type { Db } from '#server/data/db.ts';

/** The tables that an exit export writes. */
export const EXIT_TABLES: readonly TableName[] = TABLE_NAMES.filter((name) => DATA_CATALOGUE[name].notInExit === undefined);

/**
 * The rows of a table that belong to an organisation, over `t`: those with its id or of its users, and those that all organisations share. Rows
 * that belong to no organisation yet are left out.
 *
 * @param organisationId - undefined: all rows
 */
export function ofOrganisation(table: TableName, organisationId: string | undefined): RawBuilder<unknown> {
  if (organisationId === undefined) return sql`true`;
  const names = columnsOf(table).map(({ name }) => name);
  if (table === 'organisations') return sql`t.id = ${organisationId}`;
  if (names.includes('organisation_id')) return sql`t.organisation_id = ${organisationId}`;
  if (names.includes('user_id')) return sql`t.user_id in (select u.id from users u where u.organisation_id = ${organisationId})`;
  return DATA_CATALOGUE[table].subject === 'NONE' ? sql`true` : sql`false`;
}

/** Ids of rows of an organisation in their order, some at a time, through a cursor of the transaction. */
export async function* idsOf(
  db: Db,
  {
    table,
    organisationId,
    where = sql`true`,
  }: { table: 'patients' | 'cases' | 'consents'; organisationId: string; where?: RawBuilder<unknown> },
): AsyncGenerator<readonly string[]> {
  const open = sql.ref(`ids_of_${table}`);
  await sql`declare ${open} no scroll cursor for select t.id from ${sql.table(table)} t
    where t.organisation_id = ${organisationId} and ${where} order by t.id`.execute(db);
  for (;;) {
    const { rows } = await sql<{ id: string }>`fetch ${sql.lit(CURSOR_IDS)} from ${open}`.execute(db);
    if (rows.length > 0) yield rows.map(({ id }) => id);
    if (rows.length < CURSOR_IDS) break;
  }
  await sql`close ${open}`.execute(db);
}

const CURSOR_IDS = 200;
