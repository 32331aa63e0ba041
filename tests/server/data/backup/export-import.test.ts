import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#server/data/open/migrate.ts';
import { json } from '#server/data/json.ts';
import { openPostgres } from '#server/data/open/postgres.ts';
import type { Database } from '#server/data/open/connection.ts';
import { exportDatabase, importDatabase } from '#server/data/backup/export-import.ts';
import { openMemory } from '#tests/support/server/database.ts';
import { startPostgres, type PostgresServer } from '#tests/support/server/postgres.ts';

type Any = Record<string, never>;

const first = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    // `child` comes before its `parent` by name, and points to itself too.
    await sql`create table parent (id int primary key)`.execute(db);
    await sql`create table child (id uuid primary key, parent int not null references parent, before uuid references child, at timestamptz,
      born date, body jsonb, bytes bytea, words text[], size numeric(10,2), doubled numeric generated always as (size * 2) stored)`.execute(
      db,
    );
  },
};

let server: PostgresServer;
let embedded: Database<Any>;
let postgres: Database<Any>;

beforeAll(async () => {
  server = await startPostgres({ fast: true });
  embedded = await openMemory<Any>();
  postgres = await openPostgres<Any>({ url: server.url('postgres') });
  for (const { db: door } of [embedded, postgres]) await migrate(door, { '0001': first });
  await sql`insert into parent select generate_series(1, 450)`.execute(embedded.db);
  await sql`insert into child values
    ('018f9c4e-7b1a-7c3d-9e2f-000000000002', 450, '018f9c4e-7b1a-7c3d-9e2f-000000000002', '2026-08-06T14:05:00.123456Z', '2026-02-28',
     ${json([{ name: "Zażółć \\ 'x'\n" }])}, ${Buffer.from([0, 255, 10])}, ${['a,b', 'null', '{']}, 1.50),
    ('018f9c4e-7b1a-7c3d-9e2f-000000000001', 1, null, null, null, null, null, null, null)`.execute(embedded.db);
}, 120_000);
afterAll(async () => {
  await embedded.close();
  await postgres.close();
  await server.stop();
});

async function exported({ db: door }: Database<Any>): Promise<string[]> {
  const lines: string[] = [];
  await exportDatabase(door, async (line) => void lines.push(line));
  return lines;
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

const content = async ({ db: door }: Database<Any>): Promise<unknown> =>
  (await sql`select *, at::text as exactly from child order by id`.execute(door)).rows;

test('a cut, foreign or miscounted file changes nothing', async () => {
  const lines = await exported(embedded);
  const wrong = [lines.slice(0, -1), lines.slice(1), ['hello'], [], [...lines.slice(0, -2), lines.at(-1)!]];
  for (const file of wrong)
    await expect(importDatabase(postgres.db, each(file))).rejects.toMatchObject({ name: 'PortableRefused' });
  const orphans = lines.filter((line) => line !== '["450"]').map((line) => (line === '{"end":452}' ? '{"end":451}' : line));
  await expect(importDatabase(postgres.db, each(orphans))).rejects.toMatchObject({ code: '23503' });
  expect(await content(postgres)).toEqual([]);
  expect((await sql`select conname from pg_constraint where contype = 'f'`.execute(postgres.db)).rows.length).toBe(2);
});

test('what the embedded database holds moves to PostgreSQL, to the last microsecond', async () => {
  expect(await importDatabase(postgres.db, each(await exported(embedded)))).toBe(452);
  expect(await content(postgres)).toEqual(await content(embedded));
  expect((await sql`select count(*) from parent`.execute(postgres.db)).rows).toEqual([{ count: 450 }]);
  await expect(sql`insert into child (id, parent) values (gen_random_uuid(), 9999)`.execute(postgres.db)).rejects.toMatchObject({
    code: '23503',
  });
});

test('a database that holds something is not overwritten', async () => {
  await expect(importDatabase(postgres.db, each(await exported(embedded)))).rejects.toThrow('is not empty');
});
