import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#server/data/open/migrate.ts';
import { migrations } from '#server/data/migrations/index.ts';
import { CASE_NUMBERS, nextNumbers } from '#server/data/patients/counters.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { openTestDatabase } from '#tests/support/server/database.ts';

test('cases of before are numbered in each hospital in the order in which they were made, and a server of before goes on', async () => {
  const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0085'));
  const database = await openTestDatabase<Tables>({ name: 'before-0085', migrate: ({ db }) => migrate(db, earlier) });
  try {
    const { db } = database;
    const [one, two] = [randomUUID(), randomUUID()];
    for (const id of [one, two])
      await sql`insert into organisations (id, name, created_at) values (${id}, ${id}, now())`.execute(db);
    const made = [
      [one, '2026-03-01'],
      [one, '2026-01-01'],
      [two, '2026-02-01'],
      [one, '2026-02-01'],
    ] as const;
    for (const [organisation, day] of made) await insertAsBefore(db, organisation, day);
    await migrate(db);
    expect(await numbersOf(db, one)).toEqual(['2026-01-01 1', '2026-02-01 2', '2026-03-01 3']);
    expect(await numbersOf(db, two)).toEqual(['2026-02-01 1']);
    // A server of the build before, then one of this build, then one of before again.
    await insertAsBefore(db, one, '2026-04-01');
    expect(await nextNumbers(db, { root: db, organisationId: one, name: CASE_NUMBERS }, 2)).toEqual([5, 6]);
    await insertAsBefore(db, one, '2026-05-01');
    expect((await numbersOf(db, one)).slice(3)).toEqual(['2026-04-01 4', '2026-05-01 7']);
  } finally {
    await database.drop();
  }
});

async function insertAsBefore(db: Kysely<Tables>, organisation: string, day: string): Promise<void> {
  const [patient, id] = [randomUUID(), randomUUID()];
  await sql`insert into patients (organisation_id, id, number, first_name, last_name, date_of_birth, communication, status, search, version,
      created_at, updated_at, created_by)
    values (${organisation}, ${patient}, (select count(*) + 1 from patients), 'A', 'Demo', '1950-03-14', '{}', 'ACTIVE', '', 1, now(), now(), ${id})`.execute(
    db,
  );
  await sql`insert into cases (organisation_id, id, patient_id, clinician_id, status, version, created_at, updated_at)
    values (${organisation}, ${id}, ${patient}, ${id}, 'DRAFT', 1, ${day}, now())`.execute(db);
}

async function numbersOf(db: Kysely<Tables>, organisation: string): Promise<string[]> {
  const { rows } = await sql<{
    made: string;
    number: number;
  }>`select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as made, number
    from cases where organisation_id = ${organisation} order by created_at`.execute(db);
  return rows.map(({ made, number }) => `${made} ${number}`);
}
