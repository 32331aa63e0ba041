import type { Input } from '#contract/calls.ts';
import { api } from '#src/session/api.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ownOrganisationId } from './own-organisation.ts';

/** The reports of the person signed in, with their answers. */
export const ownReportsOptions = () =>
  queryOptions({
    queryKey: ['safety', 'own', ownOrganisationId()],
    queryFn: async ({ signal }) => (await api('safetyOwn', {}, { signal })).data,
  });

/** All reports of the organisation. */
export const safetyListOptions = () =>
  queryOptions({
    queryKey: ['safety', 'all', ownOrganisationId()],
    queryFn: async ({ signal }) => (await api('safetyList', {}, { signal })).data,
  });

/** Says that a report was seen, or closes it. */
export function useSettleReport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { readonly body: Input<'safetyClose'>; readonly key: string }) =>
      api('safetyClose', body, { idempotencyKey: key }),
    gcTime: 0,
    onSettled: () => void client.invalidateQueries({ queryKey: ['safety'] }),
  });
}
