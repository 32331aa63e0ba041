import type { Store } from './store.ts';
import { dropCache } from './cache.ts';

/** The disk is full even after all evictions: the write was not made. */
export class StorageFull extends Error {
  override name = 'StorageFull';
}

/** Share of the quota from which on users are warned [choice]. */
export const NEARLY_FULL = 0.8;

/** Whether to warn of little room. `usage` and `quota` are bytes, as `navigator.storage.estimate()` returns them. */
export function isNearlyFull({ usage, quota }: { readonly usage?: number; readonly quota?: number }): boolean {
  return usage !== undefined && quota !== undefined && quota > 0 && usage / quota >= NEARLY_FULL;
}

/** Evictions in their order: receipts, reference data, cached copies. Never ops, strokes or drafts. */
const EVICTIONS: readonly ((store: Store) => Promise<unknown>)[] = [
  ({ db }) => db.sent.clear(),
  ({ device }) => device.catalog.clear(),
  ({ db }) => dropCache(db),
];

/**
 * Runs a write, and after each `QuotaExceededError` evicts data that can be fetched again and retries, a step at a time.
 *
 * @throws StorageFull when nothing is left to evict
 */
export async function withEviction<T>(store: Store, write: () => Promise<T>): Promise<T> {
  for (const evict of [...EVICTIONS, null]) {
    try {
      return await write();
    } catch (failure) {
      if (!isQuotaExceeded(failure)) throw failure;
      await evict?.(store);
    }
  }
  throw new StorageFull('This tablet is full');
}

/** Whether a failure means a full disk: Dexie wraps `QuotaExceededError` in an `AbortError`, after rolling the transaction back. */
export function isQuotaExceeded(failure: unknown): boolean {
  if (typeof failure !== 'object' || failure === null) return false;
  if ('name' in failure && failure.name === 'QuotaExceededError') return true;
  // A write of many rows fails with the failures of each.
  if ('failures' in failure && Array.isArray(failure.failures) && failure.failures.some(isQuotaExceeded)) return true;
  return 'inner' in failure && isQuotaExceeded(failure.inner);
}
