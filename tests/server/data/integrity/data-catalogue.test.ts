import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  columnsOf,
  DATA_CATALOGUE,
  isPackTable,
  isTableName,
  PACK_TABLES,
  TABLE_NAMES,
} from '#domain/integrity/data-catalogue.ts';
import { DAY } from '#domain/base/limits.ts';
import { LEFTOVER_KINDS, LEFTOVERS } from '#server/data/jobs/leftovers.ts';
import { DELETED_TABLES } from '#server/data/retention/deletions.ts';
import { RETENTION } from '#server/policies/retention.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

const catalogued = TABLE_NAMES.flatMap((table) => columnsOf(table).map(({ name }) => `${table}.${name}`)).toSorted();

async function databaseColumns(): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select c.table_name || '.' || c.column_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like 'kysely%'`.execute(app.database.db);
  return rows.map(({ name }) => name).toSorted();
}

test('the catalogue has each column of each table of a migrated database once, and no other', async () => {
  expect(catalogued).toEqual(await databaseColumns());
});

test('a new table, and a new column of one, are missed', async () => {
  const { db } = app.database;
  await sql`create table forgotten (id uuid, patient_id uuid)`.execute(db);
  await sql`alter table patients add column forgotten text`.execute(db);
  try {
    const missed = (await databaseColumns()).filter((name) => !catalogued.includes(name));
    expect(missed).toEqual(['forgotten.id', 'forgotten.patient_id', 'patients.forgotten']);
  } finally {
    await sql`drop table forgotten`.execute(db);
    await sql`alter table patients drop column forgotten`.execute(db);
  }
});

test('each table with a column that names a patient, a case, a version or a part of one leads to the patient or says why not', async () => {
  const { rows } = await sql<{ table: string }>`select distinct table_name as "table" from information_schema.columns
    where table_schema = 'public' and column_name in ('patient_id', 'case_id', 'consent_id', 'link_id', 'handover_id', 'document_id')`.execute(
    app.database.db,
  );
  const leading = TABLE_NAMES.filter((name) => DATA_CATALOGUE[name].path !== undefined);
  expect(rows.map(({ table }) => table).filter((table) => !leading.some((name) => name === table))).toEqual(['safety_reports']);
  for (const name of leading) {
    const [column, target] = DATA_CATALOGUE[name].path ?? [];
    expect(columnsOf(name).map((each) => each.name)).toContain(column);
    expect(isTableName(target ?? ''), name).toBe(true);
  }
});

test('a pack has every table that is about patients, but for those with a reason', () => {
  const about = TABLE_NAMES.filter((name) => DATA_CATALOGUE[name].subject === 'PATIENT');
  expect(about.filter((name) => !isPackTable(name) && DATA_CATALOGUE[name].notInPack === undefined)).toEqual([]);
  expect(PACK_TABLES.length).toBeGreaterThan(20);
  // The rows of each are found: by a path, or by the patient's own id.
  expect(PACK_TABLES.filter((name) => DATA_CATALOGUE[name].path === undefined)).toEqual(['patients']);
});

test('a deletion takes the tables that are kept with the record', () => {
  const ofRecord = TABLE_NAMES.filter((name) => DATA_CATALOGUE[name].retention === 'RECORD');
  // Ends of chains and marks of rows name their rows by ids, and go with them.
  expect(ofRecord.filter((name) => !['chain_heads', 'row_marks'].includes(name))).toEqual([...DELETED_TABLES].toSorted());
});

test('the days of the catalogue are those after which the server deletes', () => {
  const deleted = Object.fromEntries(LEFTOVER_KINDS.map((kind) => [LEFTOVERS[kind].table, RETENTION[kind] / DAY]));
  const days = TABLE_NAMES.flatMap((name) => {
    const { days: most } = DATA_CATALOGUE[name];
    return most === undefined ? [] : [[name, most] as const];
  });
  // Tokens of sessions go with their session.
  expect(Object.fromEntries(days)).toEqual({ ...deleted, session_tokens: deleted['sessions'] });
});
