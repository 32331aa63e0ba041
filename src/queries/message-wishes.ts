import type { Input, Output } from '#contract/calls.ts';
import { api } from '#src/session/api.ts';
import { currentSession } from '#src/session/session.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ownOrganisationId } from './own-organisation.ts';

const wishesKey = () => ['message-wishes', currentSession()?.user._id ?? ''];
const teamsKey = () => ['organisation', 'teams', ownOrganisationId()];

/** The news that the own account does not want by mail, and who stands in for it. */
export const messageWishesOptions = () =>
  queryOptions({
    queryKey: wishesKey(),
    queryFn: async ({ signal }) => (await api('userMessages', {}, { signal })).data,
  });

/** Stores the own wishes. */
export function useMessageWishes() {
  return useStoring('userMessagesUpdate', wishesKey());
}

/** The mailboxes of the specialities. */
export const teamMailboxesOptions = () =>
  queryOptions({
    queryKey: teamsKey(),
    queryFn: async ({ signal }) => (await api('messagesTeams', {}, { signal })).data,
  });

/** Stores mailboxes of specialities. */
export function useTeamMailboxes() {
  return useStoring('messagesTeamsUpdate', teamsKey());
}

/** Stores something of which the server answers the whole. */
function useStoring<K extends 'userMessagesUpdate' | 'messagesTeamsUpdate'>(name: K, queryKey: readonly string[]) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ input, idempotencyKey }: { readonly input: Input<K>; readonly idempotencyKey: string }): Promise<Output<K>> =>
      api(name, input, { idempotencyKey }),
    gcTime: 0,
    onSuccess: ({ data }) => client.setQueryData(queryKey, data),
  });
}
