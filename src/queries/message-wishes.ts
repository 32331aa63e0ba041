import type { Input } from '#contract/calls.ts';
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
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ input, idempotencyKey }: { readonly input: Input<'userMessagesUpdate'>; readonly idempotencyKey: string }) =>
      api('userMessagesUpdate', input, { idempotencyKey }),
    gcTime: 0,
    onSuccess: ({ data }) => client.setQueryData(wishesKey(), data),
  });
}

/** The mailboxes of the specialities. */
export const teamMailboxesOptions = () =>
  queryOptions({
    queryKey: teamsKey(),
    queryFn: async ({ signal }) => (await api('messagesTeams', {}, { signal })).data,
  });

/** Stores all mailboxes of the specialities. */
export function useTeamMailboxes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ input, idempotencyKey }: { readonly input: Input<'messagesTeamsUpdate'>; readonly idempotencyKey: string }) =>
      api('messagesTeamsUpdate', input, { idempotencyKey }),
    gcTime: 0,
    onSuccess: ({ data }) => client.setQueryData(teamsKey(), data),
  });
}
