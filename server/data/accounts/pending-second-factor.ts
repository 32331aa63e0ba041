import type { Db } from '#server/data/db.ts';

/** Stores that the password was verified and the second factor is pending. */
export async function beginSecondFactor(db: Db, userId: string, now: string): Promise<void> {
  await db
    .insertInto('half_sign_ins')
    .values({ user_id: userId, at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ at: now }))
    .execute();
}

/** Whether the password was verified after a moment (ISO) and the second factor is pending. */
export async function isSecondFactorPending(db: Db, userId: string, since: string): Promise<boolean> {
  const half = await db
    .selectFrom('half_sign_ins')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('at', '>', since)
    .executeTakeFirst();
  return half !== undefined;
}

export async function endSecondFactor(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('half_sign_ins').where('user_id', '=', userId).execute();
}
