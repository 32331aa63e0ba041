import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import pg from 'pg';
import { isDatabaseReady, type Database } from '#server/data/open/connection.ts';
import { defaultLimits, type DatabaseLimits } from '#server/data/open/dialect.ts';
import { openEngineSql } from '#server/data/open/embedded/embedded.ts';
import type { Engine } from '#server/data/open/embedded/engine-stream.ts';
import { openPostgres } from '#server/data/open/postgres.ts';

/** A database that belongs to one test file. */
export type TestDatabase<T> = Database<T> & {
  /** Closes and deletes it. */
  drop(): Promise<void>;
};

type Preparation<T> = {
  /** Creates the tables. */
  readonly migrate: (database: Database<T>) => Promise<unknown>;
  /** Inserts the data. */
  readonly seed?: (database: Database<T>) => Promise<void>;
  /** One name for one preparation: the first in a run prepares, the others get a copy. */
  readonly name?: string;
  readonly limits?: Partial<DatabaseLimits>;
};

/** Opens a prepared database of the kind in TEST_DATABASE: `pglite` in memory (the default), or `postgres`. */
export function openTestDatabase<T>(preparation: Preparation<T>): Promise<TestDatabase<T>> {
  return process.env['TEST_DATABASE'] === 'postgres' ? openOnPostgres(preparation) : openInMemory(preparation);
}

/** Opens an empty database, or a copy of a dump, in this process's memory; for tests that need the embedded kind in every run. */
export async function openMemory<T>(limits?: Partial<DatabaseLimits>, dump?: Blob): Promise<TestDatabase<T> & { pg: PGlite }> {
  const memory = await PGlite.create({ extensions: { pg_trgm }, loadDataDir: dump ?? recall('empty') ?? (await emptyDump()) });
  const engine: Engine = {
    open: async () => {},
    exchange: async (request) => {
      const pieces: Uint8Array[] = [];
      await memory.execProtocolRawStream(request, { onRawData: (piece) => pieces.push(piece.slice()) });
      return Buffer.concat(pieces);
    },
  };
  const { db, listen } = openEngineSql<T>(engine, { ...defaultLimits, ...limits });
  const close = async (): Promise<void> => {
    await db.destroy();
    await memory.close();
  };
  return { db, listen, kind: 'embedded', ready: () => isDatabaseReady(db), close, drop: close, pg: memory };
}

async function openInMemory<T>({
  migrate,
  seed,
  name = seed ? 'seeded' : 'migrated',
  limits,
}: Preparation<T>): Promise<TestDatabase<T>> {
  const prepared = recall(`prepared-${name}`);
  if (prepared) return openMemory<T>(limits, prepared);
  const database = await openMemory<T>(limits);
  await migrate(database);
  await seed?.(database);
  await remember(`prepared-${name}`, await database.pg.dumpDataDir('none'));
  return database;
}

/** Creating a new cluster takes four times as long as loading one. */
async function emptyDump(): Promise<Blob> {
  const memory = await PGlite.create({ extensions: { pg_trgm }, initDbStartParams: ['--wal-segsize=1'] });
  const dump = await memory.dumpDataDir('none');
  await memory.close();
  await remember('empty', dump);
  return dump;
}

// Dumps are cached for the run, or, without a run's setup, for this process.
const here = new Map<string, Blob>();

function recall(name: string): Blob | undefined {
  const file = runFile(name);
  return file && fs.existsSync(file) ? new Blob([fs.readFileSync(file)]) : here.get(name);
}

async function remember(name: string, dump: Blob): Promise<void> {
  const file = runFile(name);
  if (!file) return void here.set(name, dump);
  // Two workers may create the dump at once: each writes a complete file, and either is valid.
  const unfinished = `${file}.${randomUUID()}`;
  fs.writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()));
  fs.renameSync(unfinished, file);
}

function runFile(name: string): string | undefined {
  const folder = process.env['ASSENT_TEST_RUN'];
  return folder && path.join(folder, `${name}.tar`);
}

async function openOnPostgres<T>({
  migrate,
  seed,
  name = seed ? 'seeded' : 'migrated',
  limits,
}: Preparation<T>): Promise<TestDatabase<T>> {
  const server = process.env['ASSENT_TEST_POSTGRES'];
  if (!server) throw new Error('TEST_DATABASE=postgres needs tests/support/server/database-setup.ts as globalSetup.');
  const template = `template_${name}`;
  await onServer(server, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount) return;
    const unfinished = `unfinished_${randomUUID()}`;
    await client.query(`create database "${unfinished}"`);
    const database = await openPostgres<T>({ url: databaseUrl(server, unfinished), connections: 2 });
    await migrate(database);
    await seed?.(database);
    await database.close();
    await client.query(`alter database "${unfinished}" rename to "${template}"`);
  });
  const own = `test_${randomUUID()}`;
  await onServer(server, async (client) => {
    // PostgreSQL copies a template for one client at a time; copies of files take a third of the time that copies of pages take.
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    await client.query(`create database "${own}" template "${template}" strategy file_copy`);
  });
  const database = await openPostgres<T>({ url: databaseUrl(server, own), ...(limits && { limits }) });
  const drop = async (): Promise<void> => {
    await database.close();
    await onServer(server, async (client) => void (await client.query(`drop database "${own}" with (force)`)));
  };
  return { ...database, drop };
}

/** `url` with another database's name. */
export function databaseUrl(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

async function onServer(connectionString: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
