import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#server/data/open/migrate.ts';
import type { Database } from '#server/data/open/connection.ts';
import { grantRunning, maySwitchGuardsOff, roleOf } from '#server/data/open/ownership.ts';
import { openPostgres } from '#server/data/open/postgres.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts';

type Any = Record<string, never>;

const server = process.env['ASSENT_TEST_POSTGRES'];

// The embedded database has one user for everything.
test.skipIf(server === undefined)(
  'a running role that owns nothing works with rows and cannot switch a guard of the logs off',
  async () => {
    const guards = [
      ['timeline', 'type'],
      ['security_log', 'type'],
      ['patient_changes', 'kind'],
      ['deletion_certificates', 'sha256'],
    ] as const;
    expect(await maySwitchGuardsOff(owner.db)).toBe(true);
    expect(await maySwitchGuardsOff(running.db)).toBe(false);
    await sql`insert into throttles (name, hits, resets_at) values ('one', 1, now())`.execute(running.db);
    await sql`delete from throttles`.execute(running.db);
    for (const [table, column] of guards) {
      const refused = async (statement: ReturnType<typeof sql>) =>
        expect(statement.execute(running.db)).rejects.toMatchObject({ code: '42501' });
      await sql`select from ${sql.table(table)}`.execute(running.db);
      await refused(sql`alter table ${sql.table(table)} disable trigger user`);
      await refused(sql`drop trigger ${sql.id(`${table}_append_only`)} on ${sql.table(table)}`);
      await refused(sql`delete from ${sql.table(table)}`);
      await refused(sql`update ${sql.table(table)} set ${sql.ref(column)} = 'SIGNED'`);
      await refused(sql`truncate ${sql.table(table)}`);
      await refused(sql`drop table ${sql.table(table)}`);
    }
    // The owner's function may be called, and looks for itself: without a certificate it deletes nothing.
    const id = '018f0000-0000-7000-8000-00000000dead';
    await expect(sql`select delete_certified(${id}, ${id})`.execute(running.db)).rejects.toThrow('there is no such certificate');
    await expect(sql`set session_replication_role = replica`.execute(running.db)).rejects.toMatchObject({ code: '42501' });
  },
);

let owner: TestDatabase<Any>;
let running: Database<Any>;
beforeAll(async () => {
  if (server === undefined) return;
  owner = await openTestDatabase<Any>({ name: 'owned', migrate: ({ db }) => migrate(db) });
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(owner.db);
  const role = `runs_${(rows[0]?.name ?? '').slice(-12)}`;
  await sql`create role ${sql.id(role)} login`.execute(owner.db);
  const url = new URL(server);
  url.username = role;
  url.pathname = `/${rows[0]?.name}`;
  running = await openPostgres<Any>({ url: url.href, connections: 1 });
  await grantRunning(owner.db, await roleOf(running.db));
});
afterAll(async () => {
  if (server === undefined) return;
  const role = await roleOf(running.db);
  await running.close();
  await sql`drop owned by ${sql.id(role)}`.execute(owner.db);
  await sql`drop role ${sql.id(role)}`.execute(owner.db);
  await owner.drop();
});
