import type { Output } from '#contract/calls.ts';
import type { Duration } from '#domain/durations.ts';
import type { ConsentSummaryView, CaseSummaryView } from '#store/views/case.ts';
import type { ConsentListFilter, ListPage, RecordListFilter } from '#src/offline/local/lists.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#src/session/api.ts';
import { serverOrLocal, type ServerOrLocal } from '#src/offline/server-or-local.ts';
import { copyFirst } from './copy-first.ts';

/** Number of cases in each state. */
export const caseAmountsOptions = (duration: Duration) =>
  queryOptions({
    queryKey: ['records', 'amounts', duration],
    queryFn: async ({ signal }) => (await api('dashboardInfo', { duration }, { signal })).data,
    networkMode: 'always',
    refetchOnReconnect: true,
  });

/** Number of consents started, sent and signed in each day, week or month. */
export const figuresOptions = (time: 'day' | 'week' | 'month') =>
  queryOptions({
    queryKey: ['records', 'figures', time],
    queryFn: async ({ signal }) => (await api('dashboardChart', { time }, { signal })).data,
    networkMode: 'always',
    refetchOnReconnect: true,
    placeholderData: keepPreviousData,
  });

/** One page of the cases, newest first; from this tablet when the server is out of reach. */
export const recordListOptions = ({ page, search, status, duration }: RecordListFilter) =>
  queryOptions({
    queryKey: ['records', 'list', { page, search, status, duration }],
    queryFn: (context): Promise<ListPage<CaseSummaryView>> => {
      const filter = { page, search, status, duration };
      const ask = async (cut: AbortSignal) => (await api('recordGet', filter, { signal: cut })).data;
      const toView = async (answer: ServerOrLocal<Output<'recordGet'>['data']>): Promise<ListPage<CaseSummaryView>> =>
        answer.local === null ? answer.data : answer.local.lists.records(filter, answer);
      return serverOrLocal(ask, toView, copyFirst(context));
    },
    networkMode: 'always',
    refetchOnReconnect: true,
    placeholderData: keepPreviousData,
  });

/** One page of the consents, version by version, newest first; from this tablet when the server is out of reach. */
export const consentListOptions = ({ page, search, status, isMine }: ConsentListFilter) =>
  queryOptions({
    queryKey: ['records', 'consents', { page, search, status, isMine }],
    queryFn: (context): Promise<ListPage<ConsentSummaryView>> => {
      const filter = { page, search, status, myConsents: isMine };
      const ask = async (cut: AbortSignal) => (await api('consentGetConsents', filter, { signal: cut })).data;
      const toView = async (answer: ServerOrLocal<Output<'consentGetConsents'>['data']>): Promise<ListPage<ConsentSummaryView>> =>
        answer.local === null ? answer.data : answer.local.lists.consents({ page, search, status, isMine }, answer);
      return serverOrLocal(ask, toView, copyFirst(context));
    },
    networkMode: 'always',
    refetchOnReconnect: true,
    placeholderData: keepPreviousData,
  });
