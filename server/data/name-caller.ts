import { sql } from 'kysely';
import type { Db } from './db.ts';

/** Who calls, on which tablet, and from which network address. */
export type Caller = { userId: string | null; deviceId: string | null; address: string };

/**
 * Names the caller for this transaction: what it adds to timelines and to the histories of patients' details then says from where
 * (migration 0047). Settings of a transaction end with it, so no later call has them.
 */
export async function nameCaller(db: Db, { userId, deviceId, address }: Caller): Promise<void> {
  await sql`select set_config('assent.user', ${userId ?? ''}, true), set_config('assent.device', ${deviceId ?? ''}, true),
    set_config('assent.address', ${address}, true)`.execute(db);
}
