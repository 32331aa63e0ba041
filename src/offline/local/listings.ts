import { nullIfUnreadable } from '#store/crypto/seal.ts';
import { lastPulledAt } from '#store/session/freshness.ts';
import { readComingList, type ComingListView } from '#store/views/listed.ts';
import { readListing, type LocalListing } from '#store/views/listing.ts';
import type { LocalContext } from './context.ts';
import { watchCompletePulls, watchPulls } from './watch-pulls.ts';

/** Listings for surgery of this device. */
export function localListings({ store }: LocalContext) {
  return {
    /** Cases that are listed from a day on. @param today - plain date */
    coming: (today: string): Promise<ComingListView> => readComingList(store, today),
    /** Epoch ms of the last complete pull, null before the first. */
    lastPulledAt: (): Promise<number | null> => lastPulledAt(store),
    /** One case's listing; null when this device has none, or cannot read it. */
    read: (recordID: string): Promise<LocalListing | null> => nullIfUnreadable(readListing(store, recordID)),
    /** Calls back after each pull and each change of a listing or a form. @returns how to stop */
    watch: (onChange: () => void): (() => void) => watchPulls(store.db, onChange),
    /** Calls back after each complete pull alone. @returns how to stop */
    watchCompletePulls: (onChange: () => void): (() => void) => watchCompletePulls(store.db, onChange),
  };
}
