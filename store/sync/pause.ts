import type { VaultDatabase } from '#store/db/vault-database.ts';
import { withEviction } from '#store/session/quota.ts';
import { assertLease } from '#store/outbox/lease.ts';
import type { LeaderContext } from '#store/outbox/entry-state.ts';
import type { SyncTiming } from './timing.ts';

/** A pause that was asked for by Retry-After. `until`: epoch ms; `isOurs`: the server itself asked, not a gateway before it. */
type Pause = { readonly until: number; readonly isOurs: boolean };

/** The waits that end at once: all, when a person asks to send; a gateway's, when the server itself has answered; or none. */
export type EndedWaits = 'all' | 'foreign' | 'none';

const KEY = 'pausedUntil';

/** The pause that was asked for (Retry-After); null without one. It is stored: a reload does not shorten it. @param now - epoch ms */
export async function presentPause(
  { kv }: VaultDatabase,
  now: number,
  { waitMax, foreignWaitMax }: SyncTiming,
): Promise<Pause | null> {
  const pause = readPause((await kv.get(KEY))?.value);
  // A clock that was set back must not stop the queue for days.
  const most = now + (pause.isOurs ? waitMax : foreignWaitMax);
  return pause.until > now && pause.until <= most ? pause : null;
}

/** Pauses the queue. @throws LeaseLost, StorageFull */
export async function pauseUntil({ store, epoch }: LeaderContext, { until, isOurs }: Pause): Promise<void> {
  const { db } = store;
  const write = () =>
    db.transaction('rw', db.kv, async () => {
      await assertLease(db, epoch);
      await db.kv.put({ k: KEY, value: { until, isOurs } satisfies Pause });
    });
  await withEviction(store, write);
}

/** Ends a pause before its time. @throws LeaseLost */
export async function endPause({ store: { db }, epoch }: LeaderContext, ended: EndedWaits): Promise<void> {
  if (ended === 'none') return;
  await db.transaction('rw', db.kv, async () => {
    const stored = await db.kv.get(KEY);
    if (stored === undefined || (ended === 'foreign' && readPause(stored.value).isOurs)) return;
    await assertLease(db, epoch);
    await db.kv.delete(KEY);
  });
}

/** A build before stored the time alone, whoever had asked. */
function readPause(value: unknown): Pause {
  if (typeof value === 'number') return { until: value, isOurs: false };
  const { until, isOurs } = (value ?? {}) as Partial<Pause>;
  return { until: typeof until === 'number' ? until : 0, isOurs: isOurs === true };
}
