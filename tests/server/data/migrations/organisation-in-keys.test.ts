import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#server/data/open/migrate.ts';
import { migrations } from '#server/data/migrations/index.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { openTestDatabase } from '#tests/support/server/database.ts';

test('calls of tickets that took effect before are found under the owner that names the organisation', async () => {
  const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0006'));
  const database = await openTestDatabase<Tables>({ name: 'before-0006', migrate: ({ db }) => migrate(db, earlier) });
  try {
    const { db } = database;
    const [organisation, consent, user, op, other] = Array.from({ length: 5 }, () => randomUUID());
    for (const [owner, id] of [
      [`ticket:${consent}:PATIENT`, op],
      [`user:${user}`, other],
    ]) {
      await sql`insert into entity_ops (owner, op_id, organisation_id, entity, received_at)
        values (${owner}, ${id}, ${organisation}, 'consent', now())`.execute(db);
      await sql`insert into idempotency (owner, op_id, route, body_sha256, created_at)
        values (${owner}, ${id}, 'POST record/sign', '', now())`.execute(db);
    }
    await migrate(db);
    const owners = [`ticket:${organisation}:${consent}:PATIENT`, `user:${user}`];
    expect((await db.selectFrom('entity_ops').select('owner').orderBy('owner').execute()).map(({ owner }) => owner)).toEqual(
      owners,
    );
    expect((await db.selectFrom('idempotency').select('owner').orderBy('owner').execute()).map(({ owner }) => owner)).toEqual(
      owners,
    );
  } finally {
    await database.drop();
  }
});
