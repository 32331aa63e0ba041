import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#server/data/open/migrate.ts';
import { migrations } from '#server/data/migrations/index.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { openTestDatabase } from '#tests/support/server/database.ts';

test('an organisation that mailed links before goes on; one that showed codes alone, or sent nothing, is asked first', async () => {
  const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0083'));
  const database = await openTestDatabase<Tables>({ name: 'before-0083', migrate: ({ db }) => migrate(db, earlier) });
  try {
    const { db } = database;
    const [mailed, shown, silent] = [randomUUID(), randomUUID(), randomUUID()];
    await db.transaction().execute(async (trx) => {
      // Rows of other tables are not needed.
      await sql`set local session_replication_role = replica`.execute(trx);
      for (const id of [mailed, shown, silent])
        await sql`insert into organisations (id, name, created_at) values (${id}, ${id}, now())`.execute(trx);
      for (const [organisation, channel] of [
        [mailed, 'EMAIL'],
        [shown, 'QR'],
      ])
        await sql`insert into links (organisation_id, id, consent_id, role, signing_order, channel, sent_by, created_at, ends_at)
          values (${organisation}, ${randomUUID()}, ${randomUUID()}, 'PATIENT', 1, ${channel}, ${randomUUID()}, now(), now())`.execute(
          trx,
        );
    });
    await migrate(db);
    const rows = await db.selectFrom('organisations').select(['id', 'had_sent', 'safety_contacts']).execute();
    expect(new Map(rows.map(({ id, had_sent, safety_contacts }) => [id, [had_sent, safety_contacts]]))).toEqual(
      new Map([
        [mailed, [true, []]],
        [shown, [false, []]],
        [silent, [false, []]],
      ]),
    );
  } finally {
    await database.drop();
  }
});
