import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#server/data/open/migrate.ts';
import { migrations } from '#server/data/migrations/index.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { openTestDatabase } from '#tests/support/server/database.ts';

test('people and tablets of before are found by what they are called', async () => {
  const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0017'));
  const database = await openTestDatabase<Tables>({ name: 'before-0017', migrate: ({ db }) => migrate(db, earlier) });
  try {
    const { db } = database;
    const [here, there, id] = [randomUUID(), randomUUID(), randomUUID()];
    for (const organisation of [here, there])
      await sql`insert into organisations (id, name, created_at) values (${organisation}, 'Hospital', now())`.execute(db);
    await sql`insert into users (organisation_id, id, email, first_name, last_name, account_type, status, created_at, updated_at)
      values (${here}, ${id}, 'zoe@demo.nhs.uk', 'Zoë', 'Żak', 'HOSPITAL', 'ACTIVE', now(), now())`.execute(db);
    // One tablet that two hospitals know.
    for (const [organisation, label] of [
      [here, 'Ward  7'],
      [there, null],
    ])
      await sql`insert into devices (organisation_id, id, name, label, first_used_at, last_used_at)
        values (${organisation}, ${id}, 'Safari on iPad', ${label}, now(), now())`.execute(db);
    await migrate(db);
    expect(await db.selectFrom('users').select('search').execute()).toEqual([
      { search: 'zak zoe\nzoe@demo.nhs.uk zoe@demonhsuk' },
    ]);
    const devices = await db.selectFrom('devices').select(['organisation_id', 'search']).execute();
    expect(new Map(devices.map((row) => [row.organisation_id, row.search]))).toEqual(
      new Map([
        [here, 'ward 7 ward7\nsafari on ipad safarionipad'],
        [there, '\nsafari on ipad safarionipad'],
      ]),
    );
  } finally {
    await database.drop();
  }
});
