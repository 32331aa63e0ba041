import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/data/open/connection.ts';
import { maySwitchGuardsOff } from '#server/data/open/ownership.ts';
import type { TestDatabase } from '#tests/support/server/database.ts';
import { openAsTwoRoles } from '#tests/support/server/two-roles.ts';

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
let drop = async (): Promise<void> => undefined;
beforeAll(async () => {
  if (server !== undefined) ({ owner, running, drop } = await openAsTwoRoles<Any>(server, 'owned'));
});
afterAll(() => drop());
