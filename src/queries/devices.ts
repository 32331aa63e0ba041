import type { Input } from '#contract/calls.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#src/session/api.ts';

export type DeviceListFilter = { readonly page: number; readonly search: string };

/** One page of the tablets of the organisation. */
export const deviceListOptions = ({ page, search }: DeviceListFilter) =>
  queryOptions({
    queryKey: ['devices', 'list', { page, search }],
    queryFn: async ({ signal }) => (await api('deviceGet', { page, search }, { signal })).data,
    placeholderData: keepPreviousData,
  });

/** Gives a tablet a name; an empty one takes it away. */
export function useRenameDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<'deviceRename'>) => api('deviceRename', input),
    onSettled: () => void client.invalidateQueries({ queryKey: ['devices'] }),
  });
}

/** Blocks a tablet, or allows it again. */
export function useRevokeDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<'deviceRevoke'>) => api('deviceRevoke', input),
    onSettled: () => void client.invalidateQueries({ queryKey: ['devices'] }),
  });
}
