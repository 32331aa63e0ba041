import { sql, type Kysely } from 'kysely';
import { searchTextOfUser } from '#server/data/accounts/user-search.ts';
import { derivedColumns, isDerived } from '#server/data/patient-search.ts';
import { searchTextOfDevice } from '#server/data/sync/device-search.ts';
import type { Tables } from '#server/data/tables/tables.ts';

const ROWS_AT_ONCE = 1000;

/**
 * Works out anew by what patients, people and tablets are found, wherever their rows say something else: servers of an earlier build go
 * on writing it in their own way until the last of them has stopped. Some rows at a time. Migration 0056 calls this: columns of later
 * migrations are not named here.
 *
 * @returns how many rows were written
 */
export async function refreshDerived(db: Kysely<Tables>, isStopped: () => boolean = () => false): Promise<number> {
  const patients = await eachBatch(isStopped, {
    read: (after) =>
      db
        .selectFrom('patients')
        .select(['organisation_id', 'id', 'first_name', 'last_name', 'number', 'nhs_number', 'hospital_number'])
        .select(['date_of_birth', 'search', 'hospital_key'])
        .where(isAfter(after))
        .orderBy('organisation_id')
        .orderBy('id')
        .limit(ROWS_AT_ONCE)
        .execute(),
    write: (rows) => {
      const differing = rows.filter((row) => !isDerived(row)).map((row) => ({ ...row, ...derivedColumns(row), was: row.search }));
      return writePatients(db, differing);
    },
  });
  const users = await eachBatch(isStopped, {
    read: (after) =>
      db
        .selectFrom('users')
        .select(['organisation_id', 'id', 'first_name', 'last_name', 'email', 'search'])
        .where(isAfter(after))
        .orderBy('organisation_id')
        .orderBy('id')
        .limit(ROWS_AT_ONCE)
        .execute(),
    write: (rows) => writeTexts(db, 'users', differingTexts(rows, searchTextOfUser)),
  });
  const devices = await eachBatch(isStopped, {
    read: (after) =>
      db
        .selectFrom('devices')
        .select(['organisation_id', 'id', 'label', 'name', 'search'])
        .where(isAfter(after))
        .orderBy('organisation_id')
        .orderBy('id')
        .limit(ROWS_AT_ONCE)
        .execute(),
    write: (rows) => writeTexts(db, 'devices', differingTexts(rows, searchTextOfDevice)),
  });
  return patients + users + devices;
}

type Key = { readonly organisation_id: string; readonly id: string };
/** `was`: the text that was read. Where another is stored meanwhile, its writer knew better. */
type Found = Key & { readonly search: string; readonly was: string };

type Batches<R extends Key> = {
  readonly read: (after: Key | undefined) => Promise<readonly R[]>;
  readonly write: (rows: readonly R[]) => Promise<number>;
};

async function eachBatch<R extends Key>(isStopped: () => boolean, { read, write }: Batches<R>): Promise<number> {
  let [rows, written] = [await read(undefined), 0];
  while (rows.length > 0 && !isStopped()) {
    written += await write(rows);
    rows = await read(rows.at(-1));
  }
  return written;
}

/** Rows after this one in the order of their keys; all where there is none. */
function isAfter(after: Key | undefined) {
  return after === undefined ? sql<boolean>`true` : sql<boolean>`(organisation_id, id) > (${after.organisation_id}, ${after.id})`;
}

function differingTexts<R extends Key & { readonly search: string }>(rows: readonly R[], textOf: (row: R) => string): Found[] {
  return rows.flatMap((row) => {
    const { organisation_id, id, search: was } = row;
    const search = textOf(row);
    return search === was ? [] : [{ organisation_id, id, search, was }];
  });
}

async function writeTexts(db: Kysely<Tables>, table: 'users' | 'devices', rows: readonly Found[]): Promise<number> {
  if (rows.length === 0) return 0;
  const { numAffectedRows } = await sql`update ${sql.table(table)} as t set search = f.search
    from unnest(${column(rows, 'organisation_id')}::uuid[], ${column(rows, 'id')}::uuid[], ${column(rows, 'search')}::text[], ${column(rows, 'was')}::text[])
      as f(organisation_id, id, search, was)
    where t.organisation_id = f.organisation_id and t.id = f.id and t.search = f.was`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

type FoundPatient = Found & { readonly hospital_key: string | null; readonly hospital_number: string | null };

async function writePatients(db: Kysely<Tables>, rows: readonly FoundPatient[]): Promise<number> {
  if (rows.length === 0) return 0;
  const { numAffectedRows } = await sql`update patients as t set search = f.search, hospital_key = f.hospital_key
    from unnest(${column(rows, 'organisation_id')}::uuid[], ${column(rows, 'id')}::uuid[], ${column(rows, 'search')}::text[], ${column(rows, 'was')}::text[],
      ${column(rows, 'hospital_key')}::text[], ${column(rows, 'hospital_number')}::text[])
      as f(organisation_id, id, search, was, hospital_key, hospital_number)
    where t.organisation_id = f.organisation_id and t.id = f.id and t.search = f.was
      and t.hospital_number is not distinct from f.hospital_number`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

function column<R, K extends keyof R>(rows: readonly R[], name: K): R[K][] {
  return rows.map((row) => row[name]);
}
