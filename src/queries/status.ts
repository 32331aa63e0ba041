import { MINUTE } from '#domain/base/limits.ts';
import type { Input } from '#contract/calls.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#src/session/api.ts';

/** The interval at which the list is fetched while it is shown, ms [choice]. */
const STATUS_INTERVAL = MINUTE;
/** The interval while work waits, ms [choice]: whoever has it tried again sees what becomes of it. */
const STATUS_INTERVAL_WITH_WORK = 5_000;

/** Mails and seals of the organisation that are stuck. */
export const stuckWorkOptions = () =>
  queryOptions({
    queryKey: ['status'],
    queryFn: async ({ signal }) => (await api('statusGet', {}, { signal })).data,
    refetchInterval: STATUS_INTERVAL,
  });

/** The state of the server, and of the organisation's work and tablets. */
export const serverStateOptions = () =>
  queryOptions({
    queryKey: ['status', 'server'],
    queryFn: async ({ signal }) => (await api('statusServer', {}, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.jobs.length === 0 ? STATUS_INTERVAL : STATUS_INTERVAL_WITH_WORK),
  });

/** Lets failed work of one kind be tried again at once. */
export function useRetryWork() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<'statusRetry'>) => api('statusRetry', input),
    onSettled: () => void client.invalidateQueries({ queryKey: ['status'] }),
  });
}
