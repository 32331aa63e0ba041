import type { CaseStatus, Duration } from '#domain/states.ts';
import type { Output } from '#contract/calls.ts';
import type { SeenConsentSummary, SeenRecordSummary } from '#store/case-view.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { askServer } from './ask-server.ts';

/** How many cases stand where. */
export const caseAmountsOptions = (duration: Duration) =>
  queryOptions({
    queryKey: ['records', 'amounts', duration],
    queryFn: async ({ signal }) => (await api('dashboardInfo', { duration }, { signal })).data,
    networkMode: 'always',
    refetchOnReconnect: true,
  });

/** How many consents were started, sent and signed in each day, week or month. */
export const figuresOptions = (time: 'day' | 'week' | 'month') =>
  queryOptions({
    queryKey: ['records', 'figures', time],
    queryFn: async ({ signal }) => (await api('dashboardChart', { time }, { signal })).data,
    networkMode: 'always',
    refetchOnReconnect: true,
    placeholderData: keepPreviousData,
  });

export type RecordListFilter = {
  readonly page: number;
  readonly search: string;
  readonly status: CaseStatus | 'ALL';
  readonly duration: Duration;
};

/** One page of a list. `fromTablet`: when this tablet last knew all of it (epoch ms, null: never), where the server did not tell it. */
export type PageOf<T> = Omit<Output<'recordGet'>['data'], 'records'> & {
  readonly records: readonly T[];
  readonly fromTablet?: { readonly at: number | null };
};

/** One page of the cases, newest first; from this tablet where the server cannot be reached. */
export const recordListOptions = ({ page, search, status, duration }: RecordListFilter) =>
  queryOptions({
    queryKey: ['records', 'list', { page, search, status, duration }],
    queryFn: async ({ signal }): Promise<PageOf<SeenRecordSummary>> => {
      const filter = { page, search, status, duration };
      const asked = await askServer(async (stop) => (await api('recordGet', filter, { signal: stop })).data, signal);
      if (asked.held === null) return asked.told;
      const { recordsHere } = await import('./lists-here.ts');
      return recordsHere(filter, asked);
    },
    networkMode: 'always',
    refetchOnReconnect: true,
    placeholderData: keepPreviousData,
  });

export type ConsentListFilter = {
  readonly page: number;
  readonly search: string;
  readonly status: CaseStatus | 'ALL';
  /** Only those of the person signed in. */
  readonly isMine: boolean;
};

/** One page of the consents, version by version, newest first; from this tablet where the server cannot be reached. */
export const consentListOptions = ({ page, search, status, isMine }: ConsentListFilter) =>
  queryOptions({
    queryKey: ['records', 'consents', { page, search, status, isMine }],
    queryFn: async ({ signal }): Promise<PageOf<SeenConsentSummary>> => {
      const filter = { page, search, status, myConsents: isMine };
      const asked = await askServer(async (stop) => (await api('consentGetConsents', filter, { signal: stop })).data, signal);
      if (asked.held === null) return asked.told;
      const { consentsHere } = await import('./lists-here.ts');
      return consentsHere({ page, search, status, isMine }, asked);
    },
    networkMode: 'always',
    refetchOnReconnect: true,
    placeholderData: keepPreviousData,
  });
