import { nullIfUnreadable } from '#store/crypto/seal.ts';
import { BLOCKED_STATES, isBlocked, type Lane } from '#store/db/op.ts';
import type { ListingEntry } from '#store/entities/summary-entries.ts';
import { decryptEntity, type Entities } from '#store/entities/types.ts';
import { opsOfLane } from '#store/outbox/lanes.ts';
import { laneOf } from '#store/outbox/calls.ts';
import type { Store } from '#store/session/store.ts';
import type { ListingView } from './case.ts';

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

/** Reads the listings of these cases as a case shows them, without unreadable ones. */
export async function readListingViews(store: Store, ids: string[]): Promise<Map<string, ListingView>> {
  const rows = ids.length === 0 ? [] : await store.db.listings.bulkGet(ids);
  const opened = rows.map(async (row) => {
    if (row === undefined) return [];
    const listing = await nullIfUnreadable(decryptEntity(store.vault, 'listings', row));
    return listing === null ? [] : [{ state: row.state, listing }];
  });
  const entries = (await Promise.all(opened)).flat();
  const blocked = await readBlockedListings(store, entries);
  return new Map(entries.map((each) => [each.listing.recordID, listingViewOf(each, blocked)]));
}

/** The lanes of unsent listings in which an op waits for a person. */
export async function readBlockedListings({ db }: Store, listings: readonly ListingEntry[]): Promise<ReadonlySet<Lane>> {
  if (listings.every(({ state }) => state === 'synced')) return new Set();
  const ops = await db.ops.where('state').anyOf(BLOCKED_STATES).toArray();
  return new Set(ops.map(({ lane }) => lane));
}

/** A listing as a case shows it. @param blocked - as {@link readBlockedListings} reads it */
export function listingViewOf({ listing, state }: ListingEntry, blocked: ReadonlySet<Lane>): ListingView {
  const { recordID, caseNumber = null, taken, listed, ended, sameDay, clinicianID = null, operatorName = '' } = listing;
  const isListingUnsent = state === 'unsent';
  const operator = clinicianID === null ? null : { _id: clinicianID, name: operatorName };
  return {
    caseNumber,
    ...(taken === undefined ? {} : { taken }),
    listed,
    ended,
    operator,
    // Those of the day of the server's listing say nothing of another day.
    ...(sameDay === undefined || isListingUnsent ? {} : { sameDay }),
    isListingUnsent,
    isListingBlocked: isListingUnsent && blocked.has(laneOf('listings', recordID)),
  };
}
