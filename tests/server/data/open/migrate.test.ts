import { sql, type Migration } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { migrate, MigrationFailed, missingMigrations } from '#server/data/open/migrate.ts';
import type { Database } from '#server/data/open/connection.ts';
import { openPostgres } from '#server/data/open/postgres.ts';
import { openMemory, openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts';
import { startPostgres, type PostgresServer } from '#tests/support/server/postgres.ts';

type Any = Record<string, never>;

const first: Migration = { up: async (db) => void (await sql`create table first (id int)`.execute(db)) };
const second: Migration = { up: async (db) => void (await sql`insert into first values (2)`.execute(db)) };
const broken: Migration = {
  up: async (db) => {
    await sql`create table half (id int)`.execute(db);
    await sql`select 1/0`.execute(db);
  },
};

const tables = async ({ db: door }: Database<Any>): Promise<string[]> => {
  const { rows } = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(door);
  return rows.map(({ name }) => name).filter((name) => !name.startsWith('kysely'));
};

test('the product’s tables are made, with the organisation first in every key that has one', async () => {
  const database = await openTestDatabase<Any>({ migrate: ({ db: door }) => migrate(door) });
  expect((await tables(database)).length).toBeGreaterThan(5);
  const { rows } = await sql<{ key: string }>`
    select conrelid::regclass || ' ' || conname as key from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attname = 'organisation_id'
    where c.connamespace = 'public'::regnamespace and c.contype = 'p' and a.attnum = any (c.conkey) and c.conkey[1] <> a.attnum`.execute(
    database.db,
  );
  expect(rows).toEqual([]);
  await database.drop();
}, 120_000);

describe('on the embedded database', () => {
  let database: TestDatabase<Any>;
  beforeAll(async () => {
    database = await openMemory<Any>();
  }, 120_000);
  afterEach(() => sql`drop schema public cascade; create schema public`.execute(database.db));
  afterAll(() => database.drop());

  test('only what is missing is applied', async () => {
    await migrate(database.db, { '0001': first });
    await migrate(database.db, { '0001': first, '0002': second });
    await migrate(database.db, { '0001': first, '0002': second });
    expect((await sql`select id from first`.execute(database.db)).rows).toEqual([{ id: 2 }]);
  });

  test('a migration that fails leaves the database as it was, with those before it in the same start', async () => {
    const failure = await migrate(database.db, { '0001': first, '0002': broken }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MigrationFailed);
    expect(failure).toMatchObject({ message: 'The migration 0002 failed; nothing was changed.', cause: { code: '22012' } });
    expect(await tables(database)).toEqual([]);
  });

  test('the version before starts with the tables of a newer one that took nothing away, and changes nothing', async () => {
    expect(await migrate(database.db, { '0001': first, '0002': second })).toEqual(['0001', '0002']);
    expect(await migrate(database.db, { '0001': first })).toEqual([]);
    expect(await missingMigrations(database.db, { '0001': first, '0002': second, '0003': first })).toEqual(['0003']);
  });

  test('a database from which a newer version took something away is refused, and one of another line', async () => {
    await migrate(database.db, { '0001': first, '0002-drop-contracts': second });
    await expect(migrate(database.db, { '0001': first })).rejects.toMatchObject({
      name: 'MigrationFailed',
      message: expect.stringContaining('0002-drop-contracts'),
    });
    await expect(missingMigrations(database.db, { '0001': first })).rejects.toBeInstanceOf(MigrationFailed);
    await expect(migrate(database.db, { '0001': first, '0003': second })).rejects.toBeInstanceOf(MigrationFailed);
  });
});

describe('on PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres({ fast: true });
  }, 120_000);
  afterAll(() => server.stop());

  test('four servers that start at once migrate once, even when it takes longer than a statement may', async () => {
    const slowly: Migration = { up: (db) => sql`select pg_sleep(0.6)`.execute(db).then(() => first.up(db)) };
    const limits = { statementMs: 300, lockMs: 100, idleInTransactionMs: 300 };
    const url = server.url('postgres');
    const servers = await Promise.all(Array.from({ length: 4 }, () => openPostgres<Any>({ url, limits, connections: 2 })));
    await Promise.all(servers.map(({ db: door }) => migrate(door, { '0001': slowly, '0002': second })));
    const [one] = servers;
    expect((await sql`select id from first`.execute(one!.db)).rows).toEqual([{ id: 2 }]);
    // The connection that migrated is an ordinary one again.
    const after = await Promise.all(
      servers.map(({ db: door }) => sql`select pg_sleep(1)`.execute(door).catch((error: unknown) => error)),
    );
    after.forEach((error) => expect(error).toMatchObject({ code: '57014' }));
    await Promise.all(servers.map((database) => database.close()));
  });

  test('tables that calls use in any order are migrated meanwhile, and no call is the victim of a deadlock', async () => {
    const url = server.url('postgres');
    const [newer, older] = await Promise.all([openPostgres<Any>({ url }), openPostgres<Any>({ url, connections: 4 })]);
    const create: Migration = {
      up: async (db) => {
        for (const name of ['one', 'other']) await sql.raw(`create table ${name} (id int)`).execute(db);
      },
    };
    await sql`drop schema public cascade; create schema public`.execute(newer.db);
    await migrate(newer.db, { '0001': create });
    const over = new AbortController();
    let calls = 0;
    const call = async (...names: string[]) => {
      while (!over.signal.aborted) {
        await older.db.transaction().execute(async (trx) => {
          for (const name of names) {
            await sql.raw(`insert into ${name} values (1)`).execute(trx);
            await sql`select pg_sleep(0.05)`.execute(trx);
          }
        });
        calls += 1;
      }
    };
    const load = [call('one', 'other'), call('one', 'other'), call('one', 'other')];
    const alter: Migration = {
      up: async (db) => {
        for (const name of ['other', 'one']) {
          await sql.raw(`alter table ${name} add column more int`).execute(db);
          await sql`select pg_sleep(0.3)`.execute(db);
        }
      },
    };
    expect(await migrate(newer.db, { '0001': create, '0002': alter })).toEqual(['0002']);
    over.abort();
    await Promise.all(load);
    expect(calls).toBeGreaterThan(0);
    await Promise.all([newer.close(), older.close()]);
  });

  test('a wrong address is one clear sentence without the password', async () => {
    const failure = await openPostgres({ url: 'postgres://assent:secret@127.0.0.1:1/none' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'DatabaseUnusable' });
    expect(String(failure)).toContain('ECONNREFUSED');
    expect(String(failure)).not.toContain('secret');
  });
});
