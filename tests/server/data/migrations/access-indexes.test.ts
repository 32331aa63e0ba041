import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

const ID = '018f0000-0000-7000-8000-00000000dead';

test.each([
  `update sessions set ended_at = now() where user_id = '${ID}' and ended_at is null`,
  `update sessions set ended_at = now() where device_id = '${ID}' and ended_at is null`,
  `delete from session_tokens where session_id in ('${ID}')`,
  `select name from throttles where resets_at <= now() limit 20`,
])('however many sessions there were, it is found by an index: %s', async (statement) => {
  const plan = await app.database.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    return sql.raw(`explain ${statement}`).execute(trx);
  });
  expect(JSON.stringify(plan.rows)).not.toContain('Seq Scan');
});
