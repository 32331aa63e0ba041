import type { Input } from '#contract/calls.ts';
import type { SecurityEventType } from '#domain/security.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, apiFile } from './api.ts';

export type SecurityFilter = {
  readonly search: string;
  readonly type: SecurityEventType | 'ALL';
  /** Plain dates, both days included. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
};

/** One page of the security log, newest first. */
export const securityListOptions = ({ page, ...filter }: SecurityFilter & { readonly page: number }) =>
  queryOptions({
    queryKey: ['security', 'list', { page, ...filter }],
    queryFn: async ({ signal }) => (await api('securityGet', { page, ...given(filter) }, { signal })).data,
    placeholderData: keepPreviousData,
  });

/** The same as a CSV file; that it was taken is itself a line of the log. */
export function useSecurityExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (filter: SecurityFilter) => apiFile('securityExport', given(filter)),
    networkMode: 'always',
    gcTime: 0,
    onSettled: () => void client.invalidateQueries({ queryKey: ['security'] }),
  });
}

function given({ search, type, startDate, endDate }: SecurityFilter): Input<'securityExport'> {
  return {
    search,
    type,
    ...(startDate === undefined ? {} : { startDate }),
    ...(endDate === undefined ? {} : { endDate }),
  };
}
