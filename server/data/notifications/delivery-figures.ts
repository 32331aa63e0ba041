import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';

/** Waiting messages that are counted at most [choice]. */
const COUNTED_MOST = 1000;

/** Messages that wait although they may go, of all organisations, 1,000 at most; `oldest`: since when the oldest may, ISO; null where none waits. */
export type WaitingDeliveries = { readonly waiting: number; readonly oldest: string | null };

/** Reads how many messages wait that were due before a moment. @param now - ISO */
export async function waitingDeliveries(db: Db, now: string): Promise<WaitingDeliveries> {
  const due = db
    .selectFrom('deliveries')
    .select('due_at')
    .where('state', '=', 'WAITING')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(COUNTED_MOST);
  return db
    .selectFrom(due.as('due'))
    .select((has) => [has.fn.countAll<number>().as('waiting'), has.fn.min<string | null>('due_at').as('oldest')])
    .executeTakeFirstOrThrow();
}

/** Parts of text messages of a calendar month, of all organisations. @param month - `2026-11` */
export async function partsOfMonth(db: Db, month: string): Promise<number> {
  const row = await db
    .selectFrom('message_usage')
    .select(sql<number>`coalesce(sum(amount), 0)::int`.as('parts'))
    .where('month', '=', month)
    .where('channel', '=', 'SMS')
    .executeTakeFirstOrThrow();
  return row.parts;
}
