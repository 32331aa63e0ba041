import { CallFailed, NotSent } from '#contract/call.ts';
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import { onlineManager, QueryClient, type Query } from '@tanstack/react-query';
import type { PersistQueryClientOptions } from '@tanstack/react-query-persist-client';

declare module '@tanstack/react-query' {
  // TanStack's register can only be widened by an interface of this name.
  interface Register {
    queryMeta: {
      /** Kept in localStorage over a reload: only for what anybody may read, never for anything about a patient. */
      persist?: boolean;
    };
  }
}

/** Where the persisted queries lie in localStorage. */
export const QUERY_CACHE_KEY = 'assent.reference';

const DAY = 86_400_000;

/**
 * Options of a query whose last answer is kept in localStorage: only for what anybody may read. It is asked for also without a
 * network, where it fails at once beside what is kept, and no cleaning of the cache takes it away.
 */
export const KEPT = { meta: { persist: true }, gcTime: Number.POSITIVE_INFINITY, networkMode: 'always' } as const;

/** The page's one query cache. An answer that was a refusal is not asked for again; a broken connection is, twice. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'offlineFirst',
        staleTime: 10_000,
        gcTime: DAY,
        // Without a network a repeat would wait for one, and the screen with it; coming back asks again by itself.
        retry: (failures, failure) => failures < 2 && onlineManager.isOnline() && isWorthRepeating(failure),
      },
      mutations: { networkMode: 'offlineFirst', retry: false },
    },
  });
}

/** What of the cache survives a reload: queries that say so, and no mutation. */
export function persistOptions(storage: Storage, build: string): Omit<PersistQueryClientOptions, 'queryClient'> {
  return {
    persister: createSyncStoragePersister({ storage, key: QUERY_CACHE_KEY }),
    maxAge: 7 * DAY,
    buster: build,
    hydrateOptions: { defaultOptions: { queries: { gcTime: KEPT.gcTime } } },
    dehydrateOptions: { shouldDehydrateMutation: () => false, shouldDehydrateQuery: isPersisted },
  };
}

/** Whether a query may lie in localStorage: also when a later look has failed, or the first start without a network would lose it. */
export function isPersisted(query: Pick<Query, 'meta' | 'state'>): boolean {
  return query.meta?.persist === true && query.state.data !== undefined;
}

function isWorthRepeating(failure: Error): boolean {
  if (failure instanceof NotSent) return false;
  return !(failure instanceof CallFailed) || failure.status === 503;
}
