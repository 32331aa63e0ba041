import type { VaultDatabase } from '#store/db/vault-database.ts';
import { withEviction } from '#store/session/quota.ts';
import { assertLease } from '#store/outbox/lease.ts';
import type { LeaderContext } from '#store/outbox/entry-state.ts';
import type { SyncTiming } from './timing.ts';

/** End of the pause that the server asked for (Retry-After), epoch ms; 0 without one. It is stored: a reload does not shorten it. */
export async function pausedUntil({ kv }: VaultDatabase, now: number, { waitMax }: SyncTiming): Promise<number> {
  const until = (await kv.get('pausedUntil'))?.value;
  // A clock that was set back must not stop the queue for days.
  return typeof until === 'number' && until > now && until <= now + waitMax ? until : 0;
}

/** Pauses the queue. @param until - epoch ms @throws LeaseLost, StorageFull */
export async function pauseUntil({ store, epoch }: LeaderContext, until: number): Promise<void> {
  const { db } = store;
  const write = () =>
    db.transaction('rw', db.kv, async () => {
      await assertLease(db, epoch);
      await db.kv.put({ k: 'pausedUntil', value: until });
    });
  await withEviction(store, write);
}
