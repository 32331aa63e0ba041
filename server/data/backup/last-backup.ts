import type { LastBackup } from '#contract/status.ts';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';

/** Stores when the last backup was made, for the administrators' screen of the server's state. */
export async function noteBackup(db: Db, { at, bytes }: LastBackup): Promise<void> {
  const value = json<unknown>({ at, bytes });
  await db
    .insertInto('settings')
    .values({ name: 'lastBackup', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
