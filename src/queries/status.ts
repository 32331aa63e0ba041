import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/session/api.ts';

/** The interval at which the list is fetched while it is shown, ms [choice]. */
const EVERY = 60_000;

/** Mails and seals of the organisation that are stuck. */
export const statusOptions = () =>
  queryOptions({
    queryKey: ['status'],
    queryFn: async ({ signal }) => (await api('statusGet', {}, { signal })).data,
    refetchInterval: EVERY,
  });
