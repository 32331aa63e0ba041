import { sql } from 'kysely';
import { latestRight } from '#server/data/clock-ahead.ts';
import type { Db } from '#server/data/db.ts';

/** `most` attempts at once under a name; each is paid back `window / most` later (ms), so that the next ones come slowly. */
type Allowance = { name: string; most: number; window: number };

/** When all attempts of a name are paid back (epoch ms), and whether this one was taken. */
export type Hit = { isTaken: boolean; resetsAt: number };

/**
 * Counts one attempt in one statement, so that concurrent attempts all count; one over the allowance changes nothing.
 *
 * @param now - ISO
 */
export async function hit(db: Db, { name, most, window }: Allowance, now: string): Promise<Hit> {
  const step = sql`make_interval(secs => ${window / most / 1000}::float8)`;
  const latest = new Date(Date.parse(now) + window).toISOString();
  // An end that no attempt of about now can have was written by a clock that was ahead: it counts as none. Attempts may be counted out of their order.
  const isAhead = sql`throttles.resets_at > ${latestRight(now, window)}::timestamptz`;
  const kept = sql`case when ${isAhead} then ${now}::timestamptz else greatest(throttles.resets_at, ${now}::timestamptz) end`;
  const paidBack = sql<string>`(${kept}) + ${step}`;
  const taken = await db
    .insertInto('throttles')
    .values({ name, hits: 1, resets_at: sql<string>`${now}::timestamptz + ${step}` })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({
          hits: sql<number>`case when (${kept}) > ${now}::timestamptz then throttles.hits + 1 else 1 end`,
          resets_at: paidBack,
        })
        .where(paidBack, '<=', latest),
    )
    .returning(['hits', 'resets_at as resetsAt'])
    .executeTakeFirst();
  if (taken?.hits === 1) await forgetEnded(db, now);
  if (taken !== undefined) return { isTaken: true, resetsAt: Date.parse(taken.resetsAt) };
  const full = await db.selectFrom('throttles').select('resets_at').where('name', '=', name).executeTakeFirst();
  return { isTaken: false, resetsAt: Math.min(Date.parse(full?.resets_at ?? now), Date.parse(latest)) };
}

/** Pays one attempt back at once, after a success. */
export async function unhit(db: Db, { name, most, window }: Allowance): Promise<void> {
  await db
    .updateTable('throttles')
    .set({ resets_at: sql<string>`resets_at - make_interval(secs => ${window / most / 1000}::float8)` })
    .where('name', '=', name)
    .execute();
}

export async function clearHits(db: Db, name: string): Promise<void> {
  await db.deleteFrom('throttles').where('name', '=', name).execute();
}

// Anybody can create names, so those that are paid back are deleted, a few rows at a time.
async function forgetEnded(db: Db, now: string): Promise<void> {
  const ended = db.selectFrom('throttles').select('name').where('resets_at', '<=', now).limit(20).forUpdate().skipLocked();
  await db.deleteFrom('throttles').where('name', 'in', ended).execute();
}
