import { localCases } from './cases.ts';
import type { LocalContext } from './context.ts';
import { localHandovers } from './handover.ts';
import { localInk } from './ink.ts';
import { localLists } from './lists.ts';
import { localListings } from './listings.ts';
import { localMergeNotes } from './merge-notes.ts';
import { localOutbox } from './outbox.ts';
import { localPatients } from './patients.ts';
import { localTheatre } from './theatre.ts';
import { localVault } from './vault.ts';
import { localWrites } from './writes.ts';

/** Reads and writes on this device for one open vault, by subject; loaded once, together with the vault. */
export function createLocalData(context: LocalContext) {
  return {
    patients: localPatients(context),
    cases: localCases(context),
    lists: localLists(context),
    listings: localListings(context),
    handovers: localHandovers(context),
    ink: localInk(context),
    mergeNotes: localMergeNotes(context),
    outbox: localOutbox(context),
    theatre: localTheatre(context),
    vault: localVault(context),
    writes: localWrites(context),
  };
}

export type LocalData = ReturnType<typeof createLocalData>;
