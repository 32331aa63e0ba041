import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';

/** Jobs of a kind that wait or run, of all organisations; `oldest` is when the oldest was queued, ISO. */
export type QueueDepth = { kind: string; waiting: number; oldest: string };

/** The queue by kind of job; kinds without a job are absent. */
export async function queueDepths(db: Db): Promise<QueueDepth[]> {
  return db
    .selectFrom('jobs')
    .select((has) => ['kind', has.fn.countAll<number>().as('waiting'), has.fn.min('created_at').as('oldest')])
    .where('state', '=', 'DUE')
    .groupBy('kind')
    .orderBy('kind')
    .execute();
}

/** The number of signed and refused versions, of all organisations, without a sealed document since before a moment, ISO; a thousand at most. */
export async function staleSeals(db: Db, before: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from consents where signed_at is not null and seal_state <> 'SEALED' and pinned is not null and deleted_at is null
        and signed_at <= ${before} and updated_at <= ${before}
      union all select from consents where refusal_due_at <= ${before} and deleted_at is null
      union all select from consents where scan_due_at <= ${before} and seal_state = 'SEALED' and deleted_at is null limit 1000) as stale`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
