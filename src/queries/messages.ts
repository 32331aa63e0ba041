import type { Input } from '#contract/calls.ts';
import { api } from '#src/session/api.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ownOrganisationId } from './own-organisation.ts';

/** The ways by which messages reach people who sign. */
export const messageSettingsOptions = () =>
  queryOptions({
    queryKey: ['messages', 'settings', ownOrganisationId()],
    queryFn: async ({ signal }) => (await api('messagesSettings', {}, { signal })).data,
  });

/** Changes them. The call takes no key: it names the version that it changes. */
export function useChangeMessageSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<'messagesSettingsUpdate'>) => api('messagesSettingsUpdate', input),
    gcTime: 0,
    onSettled: () => {
      for (const subject of ['messages', 'organisation']) void client.invalidateQueries({ queryKey: [subject] });
    },
  });
}

/** Sends a test by one channel. */
export function useTestMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<'messagesTest'>) => api('messagesTest', input),
    gcTime: 0,
    onSettled: () => void client.invalidateQueries({ queryKey: ['messages'] }),
  });
}
