import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#server/data/open/migrate.ts';
import { migrations } from '#server/data/migrations/index.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { openTestDatabase } from '#tests/support/server/database.ts';

test('procedures of before have a list of codes, and of two versions in use the older one is superseded', async () => {
  const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0030'));
  const database = await openTestDatabase<Tables>({ name: 'before-0030', migrate: ({ db }) => migrate(db, earlier) });
  try {
    const { db } = database;
    const [organisation, id] = [randomUUID(), randomUUID()];
    await sql`insert into organisations (id, name, created_at) values (${organisation}, 'Demo', now())`.execute(db);
    for (const version of [1, 2])
      await sql`insert into procedures (organisation_id, id, version, is_current, status, name, acronym, fields, clinically_reviewed, created_at)
        values (${organisation}, ${id}, ${version}, ${version === 2}, 'ACTIVE', 'Demo', '', '{"owner": null}', false, now())`.execute(
        db,
      );
    await migrate(db);
    const rows = await db.selectFrom('procedures').selectAll().orderBy('version').execute();
    expect(
      rows.map(({ status, superseded_at, published_at }) => [status, superseded_at !== null, published_at !== null]),
    ).toEqual([
      ['RETIRED', true, true],
      ['ACTIVE', false, true],
    ]);
    expect(rows.map(({ fields, revision, editors }) => ({ ...fields, revision, editors }))).toMatchObject(
      Array.from({ length: 2 }, () => ({ owner: null, codes: [], sections: [], understanding: [], revision: 1, editors: [] })),
    );
  } finally {
    await database.drop();
  }
});
