import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { latestRight } from '#server/data/clock-ahead.ts';
import type { Db } from '#server/data/db.ts';
import type { Tables } from '#server/data/tables/tables.ts';

export type OneTimeCodeRow = Selectable<Tables['one_time_codes']>;
export type CodePurpose = OneTimeCodeRow['purpose'];

/** The most wrong attempts at one code [choice]. */
const CODE_TRIES = 5;

export async function insertCode(db: Db, code: Omit<OneTimeCodeRow, 'tries' | 'used_at'>): Promise<void> {
  await db
    .insertInto('one_time_codes')
    .values({ ...code, used_at: null })
    .execute();
}

/**
 * Counts an attempt at the newest code of an address for one of these purposes, and returns it; `undefined` when there is none, or
 * when it is used, expired or has no attempts left. One of a clock that was ahead is not the newest. The same statement runs for an unknown address.
 */
export async function tryCode(
  db: Db,
  { email, purposes, now }: { email: string; purposes: readonly CodePurpose[]; now: string },
): Promise<OneTimeCodeRow | undefined> {
  const newest = db
    .selectFrom('one_time_codes as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select('c.id')
    .where('u.email', '=', email)
    .where('c.purpose', 'in', purposes)
    .where('c.created_at', '<=', latestRight(now))
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(1);
  return db
    .updateTable('one_time_codes')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', newest)
    .where('used_at', 'is', null)
    .where('ends_at', '>', now)
    .where('tries', '<', CODE_TRIES)
    .returningAll()
    .executeTakeFirst();
}

/** Uses a code up; false when a concurrent call has used it. */
export async function useCode(db: Db, id: string, now: string): Promise<boolean> {
  const used = await db
    .updateTable('one_time_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Ends every code of a user that was not used yet. */
export async function endCodes(db: Db, userId: string, now: string): Promise<void> {
  await db
    .updateTable('one_time_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** How many codes of a purpose were made for a user since a moment; those of a clock that was ahead are not counted. @param times - ISO */
export async function codesSince(
  db: Db,
  { userId, purpose, since, now }: { userId: string; purpose: CodePurpose; since: string; now: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('one_time_codes')
    .select((has) => has.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .where('created_at', '<=', latestRight(now))
    .executeTakeFirstOrThrow();
  return count;
}
