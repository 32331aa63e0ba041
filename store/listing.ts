import { openEntity, type Kept } from './kept.ts';
import { opsOfLane } from './outbox/lane.ts';
import { isStopped } from './outbox/op.ts';
import { laneOf } from './outbox/queued.ts';
import type { Store } from './store.ts';

/** How a case is listed as this device has it. `isStopped`: what was said here was refused, or met another's, and needs a person. */
export type ListingHere = Kept['listings'] & {
  readonly isUnsent: boolean;
  readonly isStopped: boolean;
  readonly serverVersion: number;
};

/** How a case is listed; null where this device knows nothing of it. @throws Damaged, KeyForgotten */
export async function readListing({ db, vault }: Store, recordID: string): Promise<ListingHere | null> {
  const row = await db.listings.get(recordID);
  if (row === undefined) return null;
  const isUnsent = row.state === 'unsent';
  const ops = isUnsent ? await opsOfLane(db, laneOf('listings', recordID)) : [];
  return {
    ...(await openEntity(vault, 'listings', row)),
    isUnsent,
    isStopped: ops.some(isStopped),
    serverVersion: row.serverVersion,
  };
}
