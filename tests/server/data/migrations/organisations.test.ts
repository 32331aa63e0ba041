import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#server/data/open/migrate.ts';
import { migrations } from '#server/data/migrations/index.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { openTestDatabase } from '#tests/support/server/database.ts';

test('a site of before has grades, an administrator who manages the organisation, and forms with the name they were sent under', async () => {
  const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0036'));
  const database = await openTestDatabase<Tables>({ name: 'before-0036', migrate: ({ db }) => migrate(db, earlier) });
  try {
    const { db } = database;
    const [organisation, sent, open] = [randomUUID(), randomUUID(), randomUUID()];
    await sql`insert into organisations (id, name, created_at) values (${organisation}, 'Old Hospital', now())`.execute(db);
    for (const [key, isSeeded] of [
      ['ADMIN', true],
      ['CLINICIAN', true],
      ['OWN', false],
    ] as const)
      await sql`insert into roles (organisation_id, id, key, name, account_type, permissions, is_seeded, created_at, updated_at)
        values (${organisation}, ${randomUUID()}, ${key}, ${key}, 'ADMIN', '["users.manage"]', ${isSeeded}, now(), now())`.execute(
        db,
      );
    await db.transaction().execute(async (trx) => {
      // Rows of other tables are not needed.
      await sql`set local session_replication_role = replica`.execute(trx);
      for (const [id, pinned] of [
        [sent, '{}'],
        [open, null],
      ])
        await sql`insert into consents (organisation_id, id, case_id, version_number, form_type, status, seal_state, content,
            old_procedures, active_tab, clinician_id, version, created_at, updated_at, pinned)
          values (${organisation}, ${id}, ${id}, 1, 'FORM_1', 'SENT', 'NONE', '{}', '[]', 0, ${id}, 1, now(), now(), ${pinned}::jsonb)`.execute(
          trx,
        );
    });
    await migrate(db);
    await db.updateTable('organisations').set({ name: 'New Hospital' }).execute();
    const consents = await db.selectFrom('consents').select(['id', 'letterhead']).execute();
    expect(new Map(consents.map(({ id, letterhead }) => [id, letterhead]))).toEqual(
      new Map([
        [sent, { name: 'Old Hospital', address: '', logoId: null }],
        [open, null],
      ]),
    );
    const roles = await db.selectFrom('roles').select(['key', 'permissions']).orderBy('key').execute();
    expect(roles).toEqual([
      { key: 'ADMIN', permissions: ['users.manage', 'organisation.manage', 'privacy.manage'] },
      { key: 'CLINICIAN', permissions: ['users.manage'] },
      { key: 'OWN', permissions: ['users.manage'] },
    ]);
    const grades = await db.selectFrom('grades').selectAll().execute();
    expect(grades).toHaveLength(14);
    expect(grades).toContainEqual(expect.objectContaining({ name: 'Consultant', ended_at: null }));
  } finally {
    await database.drop();
  }
});
