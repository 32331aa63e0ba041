import type { Input } from '#contract/calls.ts';
import { DONE } from '#domain/messages.ts';
import { useHeld, whenHeld } from '#src/held/held.ts';
import type { ListedAt } from '#contract/record-summary.ts';
import type { ComingList } from '#store/listed.ts';
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { SAVED_HERE, useAct, type Intent, type Said } from './consents.ts';
import { keep } from './keep.ts';

export type { ListedAt } from '#contract/record-summary.ts';
export type { SeenListed } from '#store/listed.ts';

/**
 * The coming list of this tablet. `at`: when it last heard all from the server, epoch ms, null never. `isHeard`: nothing more is to be
 * expected at once.
 */
type Coming = ComingList & { readonly at: number | null; readonly isHeard: boolean };

const LISTED = ['records', 'listed'] as const;

/** This person's cases that are listed from today on, from this tablet; none where this browser keeps nothing. @param today - plain date */
export function useComingList(today: string) {
  const list = useQuery(comingListOptions(today));
  useFreshness();
  return list;
}

const comingListOptions = (today: string) =>
  queryOptions({
    queryKey: [...LISTED, today],
    queryFn: async (): Promise<Coming> => {
      const held = await whenHeld();
      if (held === null) return { rows: [], hidden: 0, at: null, isHeard: true };
      const [{ comingList }, { fetchedAt }] = await Promise.all([import('#store/listed.ts'), import('#store/looked.ts')]);
      const at = await fetchedAt(held.store);
      return { ...(await comingList(held.store, today)), at, isHeard: at !== null };
    },
    networkMode: 'always',
    refetchOnReconnect: true,
    // At midnight yesterday's rows stand until today's are read.
    placeholderData: keepPreviousData,
  });

/** Reads the list again whenever this tablet has fetched what changed. */
function useFreshness(): void {
  const held = useHeld();
  const client = useQueryClient();
  useEffect(() => {
    if (held === null) return undefined;
    let stop = () => {};
    let isOver = false;
    const watch = async () => {
      const { watchFetched } = await import('./watch-list.ts');
      if (!isOver) stop = watchFetched(held.store.db, () => void client.invalidateQueries({ queryKey: LISTED }));
    };
    void watch();
    return () => {
      isOver = true;
      stop();
    };
  }, [held, client]);
}

/** `seen`: where it was listed when the person decided; another place by now is a conflict, and is not written over. */
type ListBody = Input<'recordUpdate'> & { readonly seen: ListedAt | null };

/** Lists a case for surgery or takes it off; without a network that waits on this tablet. */
export function useListCase() {
  return useAct(listCase);
}

/** @throws CallFailed when it was refused; VERSION_CONFLICT when another place than `seen` stands there by now */
export async function listCase({ body, key }: Intent<ListBody>): Promise<Said> {
  const { version, seen, ...input } = body;
  const named = typeof version === 'number' ? { version } : {};
  // Where this tablet cannot know what the person has seen, the server judges when it hears of it.
  const judged = (await catchUp(body)) ? { seen: { listed: seen } } : {};
  const ending = await keep({ call: 'recordUpdate', input, key, ...judged, ...named });
  if (ending.kind === 'kept') return { isSent: false, message: SAVED_HERE };
  // The server's own words of it come with what changed; nobody waits for them.
  void (await whenHeld())?.pull();
  return { isSent: true, message: body.listed === null ? DONE.CASE_UNLISTED : DONE.CASE_LISTED };
}

/** Longest that a person waits for what this tablet has not heard yet, ms [choice]. */
const PATIENCE = 8000;

/** The screen may have seen a newer case than this tablet keeps. @returns whether this tablet keeps one as new by now */
async function catchUp({ recordID, version }: ListBody): Promise<boolean> {
  const held = await whenHeld();
  if (held === null || typeof version !== 'number') return true;
  const [{ readListing }, { readable }] = await Promise.all([import('#store/listing.ts'), import('#store/vault/seal.ts')]);
  const isBehind = async () => {
    const here = await readable(readListing(held.store, recordID));
    return here !== null && !here.isUnsent && here.serverVersion < version;
  };
  if (!(await isBehind())) return true;
  if (navigator.onLine) await Promise.race([held.pull(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  return !(await isBehind());
}
