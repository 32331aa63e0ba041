import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';

/** The hits of a name in its present window, this one counted, and when that window ends (ISO). */
export type Hits = { hits: number; resetsAt: string };

/**
 * Counts one hit in one statement, so that concurrent hits all count; an ended window is replaced by a new one.
 *
 * @param resetsAt - ISO, end of a new window
 */
export async function hit(db: Db, { name, now, resetsAt }: { name: string; now: string; resetsAt: string }): Promise<Hits> {
  const counted = await db
    .insertInto('throttles')
    .values({ name, hits: 1, resets_at: resetsAt })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        hits: sql<number>`case when throttles.resets_at > ${now} then throttles.hits + 1 else 1 end`,
        resets_at: sql<string>`case when throttles.resets_at > ${now} then throttles.resets_at else excluded.resets_at end`,
      }),
    )
    .returning(['hits', 'resets_at as resetsAt'])
    .executeTakeFirstOrThrow();
  if (counted.hits === 1) await forgetEnded(db, now);
  return counted;
}

/** Takes one hit back, after a success. */
export async function unhit(db: Db, name: string): Promise<void> {
  await db
    .updateTable('throttles')
    .set({ hits: sql<number>`hits - 1` })
    .where('name', '=', name)
    .where('hits', '>', 0)
    .execute();
}

export async function clearHits(db: Db, name: string): Promise<void> {
  await db.deleteFrom('throttles').where('name', '=', name).execute();
}

// Anybody can create names, so ended windows are deleted, a few rows at a time.
async function forgetEnded(db: Db, now: string): Promise<void> {
  const ended = db.selectFrom('throttles').select('name').where('resets_at', '<=', now).limit(20).forUpdate().skipLocked();
  await db.deleteFrom('throttles').where('name', 'in', ended).execute();
}
