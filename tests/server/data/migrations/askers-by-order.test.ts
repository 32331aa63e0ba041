import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { migrate } from '#server/data/open/migrate.ts';
import { migrations } from '#server/data/migrations/index.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { openTestDatabase } from '#tests/support/server/database.ts';

test('a question from before gets the place of the one signer of that name, and none where two have it', async () => {
  const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0025'));
  const database = await openTestDatabase<Tables>({ name: 'before-0025', migrate: ({ db }) => migrate(db, earlier) });
  try {
    const { db } = database;
    const [organisation, consent] = [randomUUID(), randomUUID()];
    await db.transaction().execute(async (trx) => {
      // Rows of other tables are not needed.
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`insert into consents (organisation_id, id, case_id, version_number, form_type, status, seal_state, content, old_procedures,
          active_tab, clinician_id, version, created_at, updated_at, sent_at)
        values (${organisation}, ${consent}, ${randomUUID()}, 1, 'FORM_2', 'SENT', 'NONE', '{}', '[]', 0, ${randomUUID()}, 1,
          now(), now(), now() - interval '1 hour')`.execute(trx);
      for (const [order, role, name] of [
        [1, 'PARENT', 'Sam Demo'],
        [2, 'PARENT', 'Ada Demo'],
        [3, 'CHILD', 'Sam Demo'],
        [4, 'PARENT', 'Kim Demo'],
      ])
        await sql`insert into recipients (organisation_id, consent_id, signing_order, role, name, state)
          values (${organisation}, ${consent}, ${order}, ${role}, ${name}, 'OPENED')`.execute(trx);
      // Before the form was made ready anew somebody else may have had the name.
      for (const [name, hours] of [
        ['Ada Demo', 0],
        ['Kim Demo', 2],
        ['Sam Demo', 0],
        ['Zoe Gone', 0],
      ])
        await sql`insert into questions (organisation_id, id, consent_id, asked_by, text, asked_at)
          values (${organisation}, ${randomUUID()}, ${consent}, ${name}, 'Why?', now() - ${hours} * interval '1 hour')`.execute(
          trx,
        );
    });
    await migrate(db);
    const found = await db.selectFrom('questions').select(['asked_by', 'role', 'signing_order']).orderBy('asked_by').execute();
    expect(found.map((each) => [each.asked_by, each.role, each.signing_order])).toEqual([
      ['Ada Demo', 'PARENT', 2],
      ['Kim Demo', null, null],
      ['Sam Demo', null, null],
      ['Zoe Gone', null, null],
    ]);
  } finally {
    await database.drop();
  }
});
