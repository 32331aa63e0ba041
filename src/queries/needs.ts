import { useCaseCall } from './consents.ts';
import { useOfflineSession, whenOfflineReady } from '#src/offline/session.ts';
import { api } from '#src/session/api.ts';
import type { NeedView, NeedsView } from '#store/views/needs.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

export type { NeedView } from '#store/views/needs.ts';

/** `at`: time of the last complete pull, epoch ms; null never. */
type NeedsState = NeedsView & { readonly at: number | null };

const NEEDS_KEY = ['records', 'needs'] as const;

/** This person's cases that wait for them, from this tablet; null in a browser without a vault. */
export function useNeeds() {
  const offline = useOfflineSession();
  const client = useQueryClient();
  // Each reading opens every version of this tablet: the changes of a pull are read once at its end, own acts as all lists are.
  useEffect(
    () => offline?.local.listings.watchCompletePulls(() => void client.invalidateQueries({ queryKey: NEEDS_KEY })),
    [offline, client],
  );
  return useQuery(needsOptions);
}

const needsOptions = queryOptions({
  queryKey: NEEDS_KEY,
  queryFn: async (): Promise<NeedsState | null> => {
    const local = (await whenOfflineReady())?.local;
    if (local === undefined) return null;
    // Read first: a pull in between makes the rows newer than their age, never older.
    const at = await local.listings.lastPulledAt();
    return { ...(await local.cases.needs()), at };
  },
  networkMode: 'always',
  refetchOnReconnect: true,
});

/** `isCut`: more may wait than is shown. `hasTeam`: whether this person works in a speciality; without one no case was looked for. */
export type TeamNeeds = { readonly rows: readonly NeedView[]; readonly isCut: boolean; readonly hasTeam: boolean };

/** The most rows that the list of a team shows [choice]. */
const TEAM_ROWS = 100;

/** The cases that wait for whoever works in this person's speciality, from the server alone: this tablet has its own person's. */
export function useTeamNeeds({ isWanted }: { readonly isWanted: boolean }) {
  return useQuery({ ...teamNeedsOptions, enabled: isWanted });
}

const teamNeedsOptions = queryOptions({
  queryKey: [...NEEDS_KEY, 'team'],
  queryFn: async ({ signal }): Promise<TeamNeeds> => {
    const { data } = await api('recordNeeds', { scope: 'TEAM', limit: TEAM_ROWS }, { signal });
    const { records, total, totalIsCapped = false, hasNoTeam = false } = data;
    return { rows: records, isCut: totalIsCapped || total > records.length, hasTeam: !hasNoTeam };
  },
  networkMode: 'always',
  refetchOnReconnect: true,
});

/** Says that this person sees to a need, or takes it over. */
export function useTakeNeed() {
  return useCaseCall('recordTake');
}

/** Says that they do not any more. */
export function useGiveBackNeed() {
  return useCaseCall('recordGiveBack');
}
