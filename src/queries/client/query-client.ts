import { DAY } from '#domain/base/limits.ts';
import { CallFailed, NotSent } from '#contract/engine/call.ts';
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { onlineManager, QueryClient, type Query } from '@tanstack/react-query';
import type { PersistQueryClientOptions } from '@tanstack/react-query-persist-client';

declare module '@tanstack/react-query' {
  // TanStack's register can only be widened by an interface of this name.
  interface Register {
    queryMeta: {
      /** Persisted in localStorage over a reload: only for public data, never for anything about a patient. */
      persist?: boolean;
    };
  }
}

/** localStorage key of the persisted queries. */
export const QUERY_CACHE_KEY = 'assent.reference';

/**
 * Options of a query whose last answer is persisted in localStorage: only for public data. It runs also without a network, where
 * it fails at once and the persisted answer stays, and it is never garbage-collected.
 */
export const PERSISTED = { meta: { persist: true }, gcTime: Number.POSITIVE_INFINITY, networkMode: 'always' } as const;

/** The page's only query cache. A refusal is not retried; a broken connection is, twice. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'offlineFirst',
        staleTime: 10_000,
        gcTime: DAY,
        // Offline a retry would wait for the network, and the screen with it; a reconnect refetches anyway.
        retry: (failures, failure) => failures < 2 && onlineManager.isOnline() && isWorthRepeating(failure),
      },
      mutations: { networkMode: 'offlineFirst', retry: false },
    },
  });
}

/** Persistence options: queries marked `persist` survive a reload, mutations never. @param storage - null persists nothing */
export function persistOptions(storage: Storage | null, build: string): Omit<PersistQueryClientOptions, 'queryClient'> {
  return {
    persister: createSyncStoragePersister({ storage, key: QUERY_CACHE_KEY }),
    maxAge: 7 * DAY,
    buster: build,
    hydrateOptions: { defaultOptions: { queries: { gcTime: PERSISTED.gcTime } } },
    dehydrateOptions: { shouldDehydrateMutation: () => false, shouldDehydrateQuery: isPersisted },
  };
}

/** True for a query to persist, also when its last refetch has failed: else the first offline start would lose it. */
export function isPersisted(query: Pick<Query, 'meta' | 'state'>): boolean {
  return query.meta?.persist === true && query.state.data !== undefined;
}

function isWorthRepeating(failure: Error): boolean {
  if (failure instanceof NotSent) return false;
  return !(failure instanceof CallFailed) || failure.status === 503;
}
