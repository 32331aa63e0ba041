import { sql, type Kysely } from 'kysely';
import { searchTextOfUser } from '#server/data/accounts/user-search.ts';
import { searchText } from '#server/data/patient-search.ts';
import { searchTextOfDevice } from '#server/data/sync/device-search.ts';
import type { Tables } from '#server/data/tables/tables.ts';

/**
 * The accounts that record that a form is about its patient, whose details have changed since; and the text by which patients, people and
 * tablets are found, worked out anew: a name is found however its hyphens, blanks, apostrophes and invisible characters are written.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table consents add column identity_checks jsonb not null default '[]'`.execute(db);
  await fill(db, 'patients', (after) =>
    db
      .selectFrom('patients')
      .select([...KEY, 'first_name', 'last_name', 'number', 'nhs_number', 'hospital_number', 'date_of_birth'])
      .where(isAfter(after))
      .orderBy('organisation_id')
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
      .then((rows) => rows.map((row) => ({ ...row, search: searchText(row) }))),
  );
  await fill(db, 'users', (after) =>
    db
      .selectFrom('users')
      .select([...KEY, 'first_name', 'last_name', 'email'])
      .where(isAfter(after))
      .orderBy('organisation_id')
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
      .then((rows) => rows.map((row) => ({ ...row, search: searchTextOfUser(row) }))),
  );
  await fill(db, 'devices', (after) =>
    db
      .selectFrom('devices')
      .select([...KEY, 'label', 'name'])
      .where(isAfter(after))
      .orderBy('organisation_id')
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
      .then((rows) => rows.map((row) => ({ ...row, search: searchTextOfDevice(row) }))),
  );
}

const KEY = ['organisation_id', 'id'] as const;
type Key = { readonly organisation_id: string; readonly id: string };
type Found = Key & { readonly search: string };

const ROWS_AT_ONCE = 1000;

/** Rows after this one in the order of their keys; all where there is none. */
function isAfter(after: Key | undefined) {
  return after === undefined ? sql<boolean>`true` : sql<boolean>`(organisation_id, id) > (${after.organisation_id}, ${after.id})`;
}

/** Writes the text of each row, some at a time: a large hospital has more patients than a server holds at once. */
async function fill(
  db: Kysely<Tables>,
  table: 'patients' | 'users' | 'devices',
  read: (after: Key | undefined) => Promise<readonly Found[]>,
): Promise<void> {
  let rows = await read(undefined);
  while (rows.length > 0) {
    const [organisations, ids, texts] = [
      rows.map((row) => row.organisation_id),
      rows.map((row) => row.id),
      rows.map((row) => row.search),
    ];
    await sql`update ${sql.table(table)} as t set search = f.search
      from unnest(cast(${organisations} as uuid[]), cast(${ids} as uuid[]), cast(${texts} as text[])) as f(organisation_id, id, search)
      where t.organisation_id = f.organisation_id and t.id = f.id and t.search <> f.search`.execute(db);
    rows = await read(rows.at(-1));
  }
}
