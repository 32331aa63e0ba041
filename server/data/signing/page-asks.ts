import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { latestRight } from '#server/data/clock-ahead.ts';
import { markJobQueued } from '#server/data/transaction.ts';

export type PageAskRow = Selectable<Tables['page_asks']>;

/** Writes down what somebody has asked for. */
export async function insertPageAsk(db: Db, row: Insertable<Tables['page_asks']>): Promise<void> {
  await db.insertInto('page_asks').values(row).execute();
  markJobQueued(db);
}

/**
 * Takes one that is due out of the queue, the oldest first; what another server works on is left out. One that a clock that was ahead has
 * written waits for nothing.
 */
export async function takePageAsk(db: Db, { now, longest }: { now: string; longest: number }): Promise<PageAskRow | undefined> {
  const next = db
    .selectFrom('page_asks')
    .select('id')
    .where((has) => has.or([has('due_at', '<=', now), has('due_at', '>', latestRight(now, longest))]))
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked();
  return db.deleteFrom('page_asks').where('id', 'in', next).returningAll().executeTakeFirst();
}
