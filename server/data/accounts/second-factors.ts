import type { Selectable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import type { Tables } from '#server/data/tables/tables.ts';

export type SecondFactor = Selectable<Tables['second_factors']>;

export async function secondFactorOf(db: Db, userId: string): Promise<SecondFactor | undefined> {
  return db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Stores a new secret, not confirmed yet; a confirmed one stays as it is. */
export async function offerSecret(
  db: Db,
  { userId, secret, now }: { userId: string; secret: string; now: string },
): Promise<void> {
  await db
    .insertInto('second_factors')
    .values({ user_id: userId, secret, last_step: null, confirmed_at: null, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, last_step: null, created_at: now })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .execute();
}

/** Confirms the secret with the step of its first code; false when it was confirmed already or replaced. */
export async function confirmSecret(
  db: Db,
  { userId, secret, step, now }: { userId: string; secret: string; step: number; now: string },
): Promise<boolean> {
  const confirmed = await db
    .updateTable('second_factors')
    .set({ confirmed_at: now, last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return confirmed !== undefined;
}

/** Steps of 30 seconds by which the last one can be later than a right one: both may be a step off, and clocks of servers two. */
const STEPS_APART = 4;

/**
 * Uses a step up: of concurrent calls with the same code one gets true. A last step that no clock which is right can have taken shuts nobody
 * out until then.
 */
export async function useStep(db: Db, userId: string, step: number): Promise<boolean> {
  const used = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where((or) => or.or([or('last_step', 'is', null), or('last_step', '<', step), or('last_step', '>', step + STEPS_APART)]))
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}
