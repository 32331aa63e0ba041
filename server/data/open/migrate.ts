import { setTimeout as wait } from 'node:timers/promises';
import { Migrator, sql, type Kysely, type Migration } from 'kysely';
import { migrations } from '#server/data/migrations/index.ts';
import { withoutAnswerLimit } from './answered-query.ts';

/** The tables cannot be used or brought to this version's shape; nothing was changed, and `cause` says why where one is known. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed';
}

/**
 * The end of the name of a migration that takes away what the version before still uses: versions that do not know it do not start with
 * such tables. Tables with any other migration of a newer version serve the version before as well.
 */
export const CONTRACTS = '-contracts';

/**
 * Brings the database's tables to this version's shape. Forward only: no migration is ever undone.
 *
 * Two servers that start at once take turns under PostgreSQL's advisory lock; the second finds the work done. Either all that was
 * missing is applied, or nothing.
 *
 * @param list - only tests and a restored backup of an older version pass their own
 * @returns the names of the migrations that were missing
 * @throws MigrationFailed when a migration fails, or when a newer version has changed the database in a way that this one cannot work with
 */
export async function migrate<T>(database: Kysely<T>, list: Record<string, Migration> = migrations): Promise<string[]> {
  const missing = await missingMigrations(database, list);
  if (missing.length > 0) await database.connection().execute((one) => unhurried(one, () => migrateWith(one, list)));
  return missing;
}

/**
 * The migrations that the database lacks, for a server that leaves them to the command.
 *
 * @throws MigrationFailed when the database is of a newer version that this one cannot work with
 */
export async function missingMigrations<T>(database: Kysely<T>, list: Record<string, Migration> = migrations): Promise<string[]> {
  const applied = await appliedMigrations(database);
  const missing = Object.keys(list).filter((name) => !applied.includes(name));
  const newer = applied.filter((name) => !(name in list));
  const contracting = newer.find((name) => name.endsWith(CONTRACTS));
  if (contracting !== undefined || (newer.length > 0 && missing.length > 0))
    throw new MigrationFailed(
      `A newer version has changed this database (${contracting ?? newer[0]}), and this one cannot work with it: start the newer version.`,
    );
  return missing;
}

/** The names of the migrations that the database has, in their order. */
export async function appliedMigrations<T>(database: Kysely<T>): Promise<string[]> {
  const { rows: found } = await sql<{ is: boolean }>`
    select to_regclass('public.kysely_migration') is not null as is`.execute(database);
  if (found[0]?.is !== true) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database);
  return rows.map(({ name }) => name);
}

/**
 * How a migration takes the tables from servers that use them meanwhile [choice]. `most`: ms that it may wait for them at once, below the
 * second after which PostgreSQL looks for deadlocks: it gives way, and no call is the victim. `pause`: ms in which the calls behind it
 * run, `tries`: until it fails, ten minutes in all.
 */
const TAKING = { most: 500, pause: 1000, tries: 400 } as const;
// PostgreSQL's codes for a lock timeout and a deadlock.
const IN_USE = new Set(['55P03', '40P01']);

async function migrateWith<T>(one: Kysely<T>, list: Record<string, Migration>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const migrator = new Migrator({ db: one, provider: { getMigrations: async () => afterTaking(list) } });
    const { error, results } = await migrator.migrateToLatest();
    if (!error) return;
    const isInUse = error instanceof Error && 'code' in error && IN_USE.has(String(error.code));
    if (isInUse && tries < TAKING.tries) {
      await wait(TAKING.pause);
      continue;
    }
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    const what = failed ? `The migration ${failed} failed; nothing was changed.` : 'The database could not be migrated.';
    throw new MigrationFailed(isInUse ? `The tables are in use. ${what}` : what, { cause: error });
  }
}

/** The migrations, the first of which that runs takes all tables before it changes one: calls take them in orders of their own. */
function afterTaking(list: Record<string, Migration>): Record<string, Migration> {
  let hasTables = false;
  const entries = Object.entries(list).map(([name, migration]): [string, Migration] => [
    name,
    {
      up: async (db) => {
        if (!hasTables) await takeTables(db);
        hasTables = true;
        await migration.up(db);
      },
    },
  ]);
  return Object.fromEntries(entries);
}

async function takeTables(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ names: string | null }>`
    select string_agg(format('%I.%I', schemaname, tablename), ', ' order by tablename) as names from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%'`.execute(db);
  const names = rows[0]?.names ?? null;
  if (names === null) return;
  await sql.raw(`set local lock_timeout = ${TAKING.most}`).execute(db);
  await sql.raw(`lock table ${names} in access exclusive mode`).execute(db);
  await sql.raw('set local lock_timeout = 0').execute(db);
}

/** Work on one connection that may wait longer than the limits of statements: migrations, also those of another server that hold the lock. */
async function unhurried<T>(one: Kysely<T>, work: () => Promise<void>): Promise<void> {
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  const before = new Map<string, string>();
  for (const name of names) {
    const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(one);
    before.set(name, rows[0]?.value ?? '0');
    await sql`select set_config(${name}, '0', false)`.execute(one);
  }
  try {
    await withoutAnswerLimit(work);
  } finally {
    // The connection goes back to the pool.
    for (const [name, value] of before) await sql`select set_config(${name}, ${value}, false)`.execute(one);
  }
}
