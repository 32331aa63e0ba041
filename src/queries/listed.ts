import { pause } from '#src/device/retry.ts';
import type { Input } from '#contract/calls.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { isReached } from '#src/device/last-ping.ts';
import { useOfflineSession, whenOfflineReady } from '#src/offline/session.ts';
import type { ListedAt } from '#contract/shapes/record-summary.ts';
import type { ComingListView } from '#store/views/listed.ts';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { SAVED_LOCALLY, useAct, type Intent, type ActResult } from './consents.ts';
import { writeOrQueue } from '#src/offline/write.ts';

export type { ListedAt } from '#contract/shapes/record-summary.ts';
export type { ListedCaseView } from '#store/views/listed.ts';

/**
 * The coming list of this tablet. `at`: its last complete pull, epoch ms, null: never. `isComplete`: no first pull is awaited any
 * more.
 */
type ComingListState = ComingListView & { readonly at: number | null; readonly isComplete: boolean };

const LISTED_KEY = ['records', 'listed'] as const;

/**
 * This person's cases that are listed from today on, from this tablet; none in a browser without a vault. @param today - plain
 * date
 */
export function useComingList(today: string) {
  const list = useQuery(comingListOptions(today));
  useInvalidateOnPull();
  return list;
}

const comingListOptions = (today: string) =>
  queryOptions({
    queryKey: [...LISTED_KEY, today],
    queryFn: async (): Promise<ComingListState> => {
      const listings = (await whenOfflineReady())?.local.listings;
      if (listings === undefined) return { rows: [], hidden: 0, at: null, isComplete: true };
      const at = await listings.lastPulledAt();
      return { ...(await listings.coming(today)), at, isComplete: at !== null };
    },
    networkMode: 'always',
    refetchOnReconnect: true,
    // At midnight yesterday's rows stay until today's are read.
    placeholderData: keepPreviousData,
  });

/** Refetches the list after each pull of this tablet. */
function useInvalidateOnPull(): void {
  const offline = useOfflineSession();
  const client = useQueryClient();
  useEffect(
    () => offline?.local.listings.watch(() => void client.invalidateQueries({ queryKey: LISTED_KEY })),
    [offline, client],
  );
}

/** `expected`: the listing when the person decided; another one by now is a conflict, and is not overwritten. */
type ListCaseInput = Input<'recordUpdate'> & { readonly expected: ListedAt | null };

/** Lists a case for surgery or takes it off; offline the change is queued on this tablet. */
export function useListCase() {
  return useAct(listCase);
}

/** @throws CallFailed when it was refused; VERSION_CONFLICT when the listing is no longer the expected one */
export async function listCase({ body, key }: Intent<ListCaseInput>): Promise<ActResult> {
  const { version, expected, ...input } = body;
  const named = typeof version === 'number' ? { version } : {};
  // While this tablet's copy is older than the screen's, `expected` is left out, and the server judges the change.
  const judged = (await pullUntilCurrent(body)) ? { expected: { listed: expected } } : {};
  const ending = await writeOrQueue({ call: 'recordUpdate', input, key, ...judged, ...named });
  if (ending.kind === 'queued') return { isSent: false, message: SAVED_LOCALLY };
  // The server's text for the change comes with a pull; nobody waits for it.
  void (await whenOfflineReady())?.pull();
  return { isSent: true, message: body.listed === null ? DONE.CASE_UNLISTED : DONE.CASE_LISTED };
}

/** Longest wait for a pull before a listing is written, ms [choice]. */
const CATCH_UP_TIMEOUT = 8000;

/** Pulls when the screen has shown a newer case than this device stores. @returns whether this device is as new by then */
async function pullUntilCurrent({ recordID, version }: ListCaseInput): Promise<boolean> {
  const offline = await whenOfflineReady();
  if (offline === null || typeof version !== 'number') return true;
  const isBehind = async () => {
    const listing = await offline.local.listings.read(recordID);
    return listing !== null && !listing.isUnsent && listing.serverVersion < version;
  };
  if (!(await isBehind())) return true;
  if (isReached()) await Promise.race([offline.pull(), pause(CATCH_UP_TIMEOUT)]);
  return !(await isBehind());
}
