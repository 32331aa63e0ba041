import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#server/data/open/migrate.ts';
import { migrations } from '#server/data/migrations/index.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { openTestDatabase } from '#tests/support/server/database.ts';

test('versions of before say when they were withdrawn, and whether a patient signed by a link', async () => {
  const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0037'));
  const database = await openTestDatabase<Tables>({ name: 'before-0039', migrate: ({ db }) => migrate(db, earlier) });
  try {
    const { db } = database;
    const organisation = randomUUID();
    const [withdrawn, linked, interpreted, bedside] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await db.transaction().execute(async (trx) => {
      // Rows of other tables are not needed.
      await sql`set local session_replication_role = replica`.execute(trx);
      for (const [id, role, link] of [
        [withdrawn, null, null],
        [linked, 'PATIENT', randomUUID()],
        [interpreted, 'INTERPRETER', randomUUID()],
        [bedside, 'PATIENT', null],
      ]) {
        await sql`insert into consents (organisation_id, id, case_id, version_number, form_type, status, seal_state, content,
            old_procedures, active_tab, clinician_id, version, created_at, updated_at)
          values (${organisation}, ${id}, ${id}, 1, 'FORM_1', 'SIGNED', 'NONE', '{}', '[]', 0, ${id}, 1, now(), now())`.execute(
          trx,
        );
        if (role === null) continue;
        const handover = randomUUID();
        await sql`insert into handovers (organisation_id, id, consent_id, role, user_id, link_id, started_at)
          values (${organisation}, ${handover}, ${id}, ${role}, ${id}, ${link}, now())`.execute(trx);
        await sql`insert into signatures (organisation_id, id, consent_id, role, handover_id, given, captured_at, received_at)
          values (${organisation}, ${randomUUID()}, ${id}, ${role}, ${handover}, '{}', now(), now())`.execute(trx);
      }
      await sql`insert into timeline (organisation_id, case_id, seq, id, at, type, actor, version_id, detail, prev_hash, hash)
        values (${organisation}, ${withdrawn}, 1, ${randomUUID()}, '2026-08-06T14:05:00Z', 'WITHDRAWN', '{}', ${withdrawn}, '{}', '', '')`.execute(
        trx,
      );
    });
    await migrate(db);
    const rows = await db.selectFrom('consents').select(['id', 'withdrawn_at', 'signed_by_link']).execute();
    expect(new Map(rows.map(({ id, ...moments }) => [id, moments]))).toEqual(
      new Map([
        [withdrawn, { withdrawn_at: '2026-08-06T14:05:00.000Z', signed_by_link: false }],
        [linked, { withdrawn_at: null, signed_by_link: true }],
        [interpreted, { withdrawn_at: null, signed_by_link: false }],
        [bedside, { withdrawn_at: null, signed_by_link: false }],
      ]),
    );
  } finally {
    await database.drop();
  }
});
