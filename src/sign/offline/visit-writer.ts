import type { SavedVisit } from '#src/sign/visit.ts';
import { discardVisit, saveVisit } from '#store/session/visit.ts';
import type { Store } from '#store/session/store.ts';

/** Writes a visit's latest state: changes come faster than a slow disk writes, and only the last of them counts. */
export function createVisitWriter(store: Store, handoverId: string) {
  let next: SavedVisit | null | undefined;
  let running: Promise<void> | null = null;
  const writeLatest = async () => {
    try {
      while (next !== undefined) {
        const visit = next;
        next = undefined;
        if (visit === null) await discardVisit(store.db, handoverId);
        else await saveVisit(store, handoverId, visit);
      }
    } finally {
      // In the same moment as the last look at `next`: a save in between would be left unwritten.
      running = null;
    }
  };
  return {
    /** Resolves once this visit or a later one is on the disk; null deletes it. @throws StorageFull */
    save: (visit: SavedVisit | null): Promise<void> => {
      next = visit;
      running ??= writeLatest();
      return running;
    },
  };
}
