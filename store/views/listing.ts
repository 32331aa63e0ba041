import { decryptEntity, type Entities } from '#store/entities/types.ts';
import { opsOfLane } from '#store/outbox/lanes.ts';
import { isBlocked } from '#store/db/op.ts';
import { laneOf } from '#store/outbox/calls.ts';
import type { Store } from '#store/session/store.ts';

/** A case's listing as this device has it. `isBlocked`: the local change is in review or conflict, and needs a person. */
export type LocalListing = Entities['listings'] & {
  readonly isUnsent: boolean;
  readonly isBlocked: boolean;
  readonly serverVersion: number;
};

/** Reads a case's listing; null when it is not on this device. @throws Damaged, KeyForgotten */
export async function readListing({ db, vault }: Store, recordID: string): Promise<LocalListing | null> {
  const row = await db.listings.get(recordID);
  if (row === undefined) return null;
  const isUnsent = row.state === 'unsent';
  const ops = isUnsent ? await opsOfLane(db, laneOf('listings', recordID)) : [];
  return {
    ...(await decryptEntity(vault, 'listings', row)),
    isUnsent,
    isBlocked: ops.some(isBlocked),
    serverVersion: row.serverVersion,
  };
}
