import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countImported } from '#server/data/imports/count-imported.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { openAsTwoRoles, type OfTwoRoles } from '#tests/support/server/two-roles.ts';

const server = process.env['ASSENT_TEST_POSTGRES'];
let roles: OfTwoRoles<Tables>;
beforeAll(async () => {
  if (server !== undefined) roles = await openAsTwoRoles(server, 'counted');
});
afterAll(() => roles?.drop());

/** The tables among these that the database has counted at least once. */
async function counted(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relname in ('patients', 'cases', 'consents') and relkind = 'r' and reltuples >= 0 order by relname`.execute(
    roles.owner.db,
  );
  return rows.map(({ name }) => name);
}

// The embedded database has one user for everything.
test.skipIf(server === undefined)(
  'the role of the server, which owns no table, has the rows of an import counted, and waits for nobody who counts them',
  async () => {
    const { owner, running } = roles;
    // PostgreSQL skips the table with a warning: a statement of this role alone would count nothing.
    await sql`analyze patients`.execute(running.db);
    expect(await counted()).toEqual([]);
    await countImported(running.db, { subject: 'CONSENTS', created: 99 });
    expect(await counted()).toEqual([]);
    await running.db.transaction().execute((db) => countImported(db, { subject: 'PATIENTS', created: 100 }));
    expect(await counted()).toEqual(['patients']);
    await owner.db.transaction().execute(async (counting) => {
      await sql`lock table patients, cases in share update exclusive mode`.execute(counting);
      await countImported(running.db, { subject: 'CONSENTS', created: 100 });
    });
    expect(await counted()).toEqual(['consents', 'patients']);
    await countImported(running.db, { subject: 'CONSENTS', created: 100 });
    expect(await counted()).toEqual(['cases', 'consents', 'patients']);
    for (const other of ['users', 'public.patients', 'patients; drop table cases'])
      await expect(sql`select count_imported(${other})`.execute(running.db)).rejects.toThrow('no import fills this table');
  },
);
