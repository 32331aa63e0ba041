import type { Input } from '#contract/calls.ts';
import type { SecurityEventType } from '#domain/audit/security.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, apiFile } from '#src/session/api.ts';

export type SecurityLogFilter = {
  readonly search: string;
  readonly type: SecurityEventType | 'ALL';
  /** Plain dates, both days included. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
};

/** One page of the security log, newest first. */
export const securityListOptions = ({ page, ...filter }: SecurityLogFilter & { readonly page: number }) =>
  queryOptions({
    queryKey: ['security', 'list', { page, ...filter }],
    queryFn: async ({ signal }) => (await api('securityGet', { page, ...withoutUnset(filter) }, { signal })).data,
    placeholderData: keepPreviousData,
  });

/** Exports the security log as a CSV file; the export is itself logged. */
export function useSecurityExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (filter: SecurityLogFilter) => apiFile('securityExport', withoutUnset(filter)),
    networkMode: 'always',
    gcTime: 0,
    onSettled: () => void client.invalidateQueries({ queryKey: ['security'] }),
  });
}

function withoutUnset({ search, type, startDate, endDate }: SecurityLogFilter): Input<'securityExport'> {
  return {
    search,
    type,
    ...(startDate === undefined ? {} : { startDate }),
    ...(endDate === undefined ? {} : { endDate }),
  };
}
