import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { Database } from '#server/data/open/connection.ts';
import { migrate } from '#server/data/open/migrate.ts';
import { grantRunning, roleOf } from '#server/data/open/ownership.ts';
import { openPostgres } from '#server/data/open/postgres.ts';
import { postgresBin } from '#tests/support/checks/tools.ts';
import { databaseUrl, openTestDatabase, type TestDatabase } from './database.ts';
import { startPostgres, type PostgresServer } from './postgres.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** A PostgreSQL as production has it. `app`: its URL for the role of the server, which owns nothing; `owner`: for the owner of the tables. */
export type WithRoles = { readonly server: PostgresServer; readonly app: string; readonly owner: string };

/** Starts a new PostgreSQL with the roles and the database of deploy/roles.sql, as its administrator makes them. */
export async function startWithRoles(): Promise<WithRoles> {
  const server = await startPostgres({ user: 'postgres' });
  const inBin = path.join(postgresBin(), 'psql');
  const psql = fs.existsSync(inBin) ? inBin : 'psql';
  const words = ['-q', '-v', 'owner_password=one', '-v', 'app_password=two', '-f', 'deploy/roles.sql', server.url('postgres')];
  execFileSync(psql, words, { cwd: root, stdio: 'pipe' });
  const as = (role: string, password: string) => server.url('assent').replace('postgres@', `${role}:${password}@`);
  return { server, app: as('assent', 'two'), owner: as('assent_owner', 'one') };
}

/** A migrated database of the run's PostgreSQL by both its roles: the owner of the tables, and one that owns nothing. */
export type OfTwoRoles<T> = { readonly owner: TestDatabase<T>; readonly running: Database<T>; drop(): Promise<void> };

/** @param server - URL of the run's PostgreSQL; the embedded database has one role for everything */
export async function openAsTwoRoles<T>(server: string, name: string): Promise<OfTwoRoles<T>> {
  const owner = await openTestDatabase<T>({ name, migrate: ({ db }) => migrate(db) });
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(owner.db);
  const own = rows[0]?.name ?? '';
  const role = `runs_${own.slice(-12)}`;
  await sql`create role ${sql.id(role)} login`.execute(owner.db);
  const url = new URL(databaseUrl(server, own));
  url.username = role;
  const running = await openPostgres<T>({ url: url.href, connections: 1 });
  await grantRunning(owner.db, await roleOf(running.db));
  return {
    owner,
    running,
    drop: async () => {
      await running.close();
      await sql`drop owned by ${sql.id(role)}`.execute(owner.db);
      await sql`drop role ${sql.id(role)}`.execute(owner.db);
      await owner.drop();
    },
  };
}
