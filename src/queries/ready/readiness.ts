import { currentOfflineSession } from '#src/offline/session.ts';
import { may } from '#src/session/permissions.ts';
import { lastPulledAt } from '#store/session/freshness.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { hasLibraryCopy } from '#src/queries/library/library.ts';
import { configOptions } from '#src/queries/reference.ts';

/** Interval of the checks until this tablet is ready, ms [choice]. */
const CHECK_INTERVAL = 3000;

/** Whether this tablet can work without a network, or what it lacks: a place to store things, the app itself, or copies of the data. */
export type Readiness = 'ready' | 'no-storage' | 'no-app' | 'no-copies';

type Parts = {
  readonly hasVault: boolean;
  /** whether a service worker serves this page: it has the whole app */
  readonly isControlled: boolean;
  /** the last complete pull, epoch ms */
  readonly pulledAt: number | null;
  /** whether the settings, and the library for whoever may use it, are on this tablet */
  readonly hasReference: boolean;
};

export function readinessOf({ hasVault, isControlled, pulledAt, hasReference }: Parts): Readiness {
  if (!hasVault) return 'no-storage';
  if (!isControlled) return 'no-app';
  return pulledAt === null || !hasReference ? 'no-copies' : 'ready';
}

export const readinessOptions = () =>
  queryOptions({
    queryKey: ['readiness'],
    queryFn: ({ client }) => checkReadiness(client),
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data === 'ready' ? false : CHECK_INTERVAL),
  });

async function checkReadiness(client: QueryClient): Promise<Readiness> {
  const offline = currentOfflineSession();
  return readinessOf({
    hasVault: offline !== null,
    isControlled: navigator.serviceWorker?.controller != null,
    pulledAt: offline === null ? null : await lastPulledAt(offline.store),
    hasReference:
      client.getQueryData(configOptions().queryKey) !== undefined && (!may('consents.read') || (await hasLibraryCopy())),
  });
}
