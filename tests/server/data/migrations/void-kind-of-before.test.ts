import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#server/data/open/migrate.ts';
import { migrations } from '#server/data/migrations/index.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { openTestDatabase } from '#tests/support/server/database.ts';

test('what was recorded in error before kinds were asked for has one, and what a newer version ended has none', async () => {
  const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0026'));
  const database = await openTestDatabase<Tables>({ name: 'before-0026', migrate: ({ db }) => migrate(db, earlier) });
  try {
    const { db } = database;
    const organisation = randomUUID();
    const [mistaken, ended] = [randomUUID(), randomUUID()];
    await db.transaction().execute(async (trx) => {
      // Rows of other tables are not needed.
      await sql`set local session_replication_role = replica`.execute(trx);
      for (const [id, detail] of [
        [mistaken, '{"reason":"Not hers"}'],
        [ended, '{"by":"a newer one"}'],
      ]) {
        await sql`insert into consents (organisation_id, id, case_id, version_number, form_type, status, seal_state, content,
            old_procedures, active_tab, clinician_id, version, created_at, updated_at)
          values (${organisation}, ${id}, ${id}, 1, 'FORM_1', 'VOIDED', 'NONE', '{}', '[]', 0, ${id}, 1, now(), now())`.execute(
          trx,
        );
        await sql`insert into timeline (organisation_id, case_id, seq, id, at, type, actor, version_id, detail, prev_hash, hash)
          values (${organisation}, ${id}, 1, ${randomUUID()}, now(), 'VOIDED', '{}', ${id}, ${detail}::jsonb, '', ${id})`.execute(
          trx,
        );
      }
    });
    await migrate(db);
    const rows = await db.selectFrom('consents').select(['id', 'void_kind']).execute();
    expect(new Map(rows.map(({ id, void_kind }) => [id, void_kind]))).toEqual(
      new Map([
        [mistaken, 'OTHER'],
        [ended, null],
      ]),
    );
  } finally {
    await database.drop();
  }
});
