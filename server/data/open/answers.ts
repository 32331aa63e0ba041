import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';

/** Whether the database answers within two seconds; never throws. */
export async function answers<T>(door: Kysely<T>): Promise<boolean> {
  const answer = sql`select 1`.execute(door).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, wait(2_000, false, { ref: false })]);
}
