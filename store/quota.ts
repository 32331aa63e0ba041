import type { Store } from './store.ts';
import { dropSynced } from './synced.ts';

/** Even after everything that may go has gone, there is no room: what was just done is not kept. */
export class StorageFull extends Error {
  override name = 'StorageFull';
}

/** From this share of the quota on, people are warned [choice]. */
export const NEARLY_FULL = 0.8;

/** Whether the device should warn; both in bytes, as `navigator.storage.estimate()` tells them. */
export function isNearlyFull({ usage, quota }: { readonly usage?: number; readonly quota?: number }): boolean {
  return usage !== undefined && quota !== undefined && quota > 0 && usage / quota >= NEARLY_FULL;
}

/** What goes, in this order; never ops, strokes or drafts. */
const SACRIFICES: readonly ((store: Store) => Promise<unknown>)[] = [
  ({ db }) => db.sent.clear(),
  ({ device }) => device.catalog.clear(),
  ({ db }) => dropSynced(db),
];

/**
 * Writes, and where the disk is full gives up what can be fetched again, a step at a time.
 *
 * @throws StorageFull when nothing is left to give
 */
export async function withRoom<T>(store: Store, write: () => Promise<T>): Promise<T> {
  for (const sacrifice of [...SACRIFICES, null]) {
    try {
      return await write();
    } catch (failure) {
      if (!isQuotaExceeded(failure)) throw failure;
      await sacrifice?.(store);
    }
  }
  throw new StorageFull('This tablet is full');
}

/** Dexie tells a full disk as an AbortError around it; its transaction was rolled back. */
export function isQuotaExceeded(failure: unknown): boolean {
  if (typeof failure !== 'object' || failure === null) return false;
  if ('name' in failure && failure.name === 'QuotaExceededError') return true;
  return 'inner' in failure && isQuotaExceeded(failure.inner);
}
