import { TABLET_PIN_TRIES } from '#domain/accounts/tablet-pin.ts';
import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';

/** Stores the hash of a tablet PIN, or removes it with null. The count of wrong ones begins anew. */
export async function storeTabletPin(db: Db, { userId, hash }: { userId: string; hash: string | null }): Promise<void> {
  await db.updateTable('users').set({ tablet_pin_hash: hash, tablet_pin_failures: 0 }).where('id', '=', userId).execute();
}

/**
 * Counts a try of a tablet PIN before it is checked, so that concurrent guesses all count.
 *
 * @returns the stored hash and the number of this try; undefined without a PIN, or when no try is left
 */
export async function countTabletPinTry(db: Db, userId: string): Promise<{ hash: string; tries: number } | undefined> {
  const row = await db
    .updateTable('users')
    .set({ tablet_pin_failures: sql<number>`tablet_pin_failures + 1` })
    .where('id', '=', userId)
    .where('tablet_pin_hash', 'is not', null)
    .where('tablet_pin_failures', '<', TABLET_PIN_TRIES)
    .returning(['tablet_pin_hash', 'tablet_pin_failures'])
    .executeTakeFirst();
  return row?.tablet_pin_hash == null ? undefined : { hash: row.tablet_pin_hash, tries: row.tablet_pin_failures };
}

/** Clears the count after a right PIN or a right password. */
export async function clearTabletPinFailures(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ tablet_pin_failures: 0 })
    .where('id', '=', userId)
    .where('tablet_pin_failures', '>', 0)
    .execute();
}
