import type { VaultDatabase } from '../vault-database.ts';
import { withRoom } from '../quota.ts';
import { holdLead } from './lease.ts';
import type { Lead } from './record.ts';
import type { Times } from './times.ts';

/** Until when the whole queue waits because the server said so, epoch ms; 0 when it may go on. A reload does not shorten it. */
export async function pausedUntil({ kv }: VaultDatabase, now: number, { waitMost }: Times): Promise<number> {
  const until = (await kv.get('pausedUntil'))?.value;
  // A clock that was set back must not hold the queue for days.
  return typeof until === 'number' && until > now && until <= now + waitMost ? until : 0;
}

/** @throws Deposed, StorageFull */
export async function pauseUntil({ store, epoch }: Lead, until: number): Promise<void> {
  const { db } = store;
  const write = () =>
    db.transaction('rw', db.kv, async () => {
      await holdLead(db, epoch);
      await db.kv.put({ k: 'pausedUntil', value: until });
    });
  await withRoom(store, write);
}
