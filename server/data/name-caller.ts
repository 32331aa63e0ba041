import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import type { Db } from './db.ts';

/** The caller: user, tablet and network address. */
export type Caller = { userId: string | null; deviceId: string | null; address: string };

const callers = new AsyncLocalStorage<Caller | undefined>();

/**
 * Does the work of one call. Each of its transactions names the caller, so that its entries in timelines and in the histories of
 * patients' details record the origin (migration 0047).
 *
 * @param caller - undefined for somebody whom records do not name
 */
export function inCallOf<T>(caller: Caller | undefined, work: () => Promise<T>): Promise<T> {
  return callers.run(caller, work);
}

/** Begins work that a call causes but that is not attributed to its caller, as jobs are. */
export function outsideOfCalls(work: () => void): void {
  callers.exit(work);
}

/**
 * Names the caller for this transaction, where there is one. Settings of a transaction end with it, so no later call has them. What the
 * database tells of written rows begins empty: a default that somebody gave the role in the database is none of it.
 */
export async function nameCaller(db: Db): Promise<void> {
  const { userId, deviceId, address } = callers.getStore() ?? { userId: null, deviceId: null, address: '' };
  await sql`select set_config('assent.user', ${userId ?? ''}, true), set_config('assent.device', ${deviceId ?? ''}, true),
    set_config('assent.address', ${address}, true), set_config('assent.rows', '', true), set_config('assent.restoring', '', true)`.execute(
    db,
  );
}
