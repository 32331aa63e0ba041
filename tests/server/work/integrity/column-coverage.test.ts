import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { COLUMN_COVERAGE } from '#tests/support/integrity/column-coverage.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

const listed = Object.entries(COLUMN_COVERAGE).flatMap(([table, entries]) =>
  entries.flatMap(([coverage, by, columns]) =>
    columns.split(' ').map((column) => ({ name: `${table}.${column}`, coverage, by })),
  ),
);

test('each column of each table is listed as covered by a chain, compared or excused: a new one says which', async () => {
  const { rows } = await sql<{
    name: string;
  }>`select c.table_name || '.' || c.column_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like 'kysely%'`.execute(app.database.db);
  expect(listed.map(({ name }) => name).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  expect(listed.filter(({ by }) => by === '').map(({ name }) => name)).toEqual([]);
});
