import type { Input } from '#contract/calls.ts';
import { DONE } from '#domain/messages.ts';
import { useHeld, whenHeld } from '#src/held/held.ts';
import type { SeenListed } from '#store/listed.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgetCases, SAVED_HERE, type Intent, type Said } from './consents.ts';
import { keep } from './keep.ts';

export type { SeenListed } from '#store/listed.ts';

const LISTED = ['records', 'listed'] as const;

/** This person's cases that are listed from today on, from this tablet; none where this browser keeps nothing. @param today - plain date */
export function useComingList(today: string): readonly SeenListed[] {
  const { data = [] } = useQuery(comingListOptions(today));
  useFreshness();
  return data;
}

const comingListOptions = (today: string) =>
  queryOptions({
    queryKey: [...LISTED, today],
    queryFn: async (): Promise<readonly SeenListed[]> => {
      const held = await whenHeld();
      if (held === null) return [];
      const { comingList } = await import('#store/listed.ts');
      return comingList(held.store, today);
    },
    networkMode: 'always',
    refetchOnReconnect: true,
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

type ListBody = Input<'recordUpdate'> & { readonly consentID: string };

/** Lists a case for surgery or takes it off; without a network that waits on this tablet. */
export function useListCase() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: listCase,
    networkMode: 'always',
    gcTime: 0,
    onSuccess: async ({ isSent }) => {
      // The server's own words of it come with what changed; nobody waits for them.
      if (isSent) void (await whenHeld())?.pull();
    },
    onSettled: () => forgetCases(client),
  });
}

async function listCase({ body, key }: Intent<ListBody>): Promise<Said> {
  const { version, ...input } = body;
  const ending = await keep({ call: 'recordUpdate', input, key, ...(typeof version === 'number' ? { version } : {}) });
  if (ending.kind === 'kept') return { isSent: false, message: SAVED_HERE };
  const held = await whenHeld();
  if (held !== null) {
    const { noteListing } = await import('#store/listed.ts');
    await noteListing(held.store, body.recordID, body.listed);
  }
  return { isSent: true, message: body.listed === null ? DONE.CASE_UNLISTED : DONE.CASE_LISTED };
}
