import type { Input, Output } from '#contract/calls.ts';
import type { ConsentFigure } from '#domain/exports/figures.ts';
import type { Duration } from '#domain/base/durations.ts';
import type { ConsentSummaryView, CaseSummaryView } from '#store/views/case.ts';
import type { ConsentListFilter, ListedState, ListPage, RecordListFilter } from '#src/offline/local/lists.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#src/session/api.ts';
import { serverOrLocal, type ServerOrLocal } from '#src/offline/server-or-local.ts';
import { copyFirst } from '#src/queries/client/copy-first.ts';
import { ownOrganisationId } from './own-organisation.ts';

/** A filter that the server alone can judge: such a list is not shown from this tablet. */
type ServerRecordFilter = { readonly confirmDue?: boolean };

/** The consents that a figure has counted; plain dates, both included. */
export type CountedConsents = {
  readonly figure: ConsentFigure;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};
/** As {@link ServerRecordFilter}. */
type ServerConsentFilter = { readonly counted?: CountedConsents | undefined };

/** A state in the words of the call. */
export function stateFilter(status: ListedState) {
  return status === 'ENDED' ? { status: 'ALL' as const, ended: 'ENDED' as const } : { status };
}

/** The same in the words of the call. */
export function countedFilter({ figure, from, to }: CountedConsents) {
  return { figure, ...(from !== undefined && { startDate: from }), ...(to !== undefined && { endDate: to }) };
}

/** Number of cases in each state. */
export const caseAmountsOptions = (duration: Duration) =>
  queryOptions({
    queryKey: ['records', 'amounts', duration],
    queryFn: async ({ signal }) => (await api('dashboardInfo', { duration }, { signal })).data,
    networkMode: 'always',
    refetchOnReconnect: true,
  });

/** The figures of each day, week or month. @param organisation - id; the person's own without it */
export const figuresOptions = (time: 'day' | 'week' | 'month', organisation?: string) =>
  queryOptions({
    queryKey: ['records', 'figures', time, organisation],
    queryFn: async ({ signal }) =>
      (await api('dashboardChart', { time, ...(organisation !== undefined && { organisation }) }, { signal })).data,
    networkMode: 'always',
    refetchOnReconnect: true,
    placeholderData: keepPreviousData,
  });

/** The figures of three questions after signing, of closed months. @param range - months, both ends included: `2026-11` */
export const experienceFiguresOptions = (range: Input<'experienceFigures'>) =>
  queryOptions({
    queryKey: ['experience', 'figures', ownOrganisationId(), range],
    queryFn: async ({ signal }) => {
      const { isOn, data } = await api('experienceFigures', range, { signal });
      return { isOn, figures: data };
    },
    networkMode: 'always',
    refetchOnReconnect: true,
  });

/** One page of the cases, newest first; from this tablet when the server is out of reach. */
export const recordListOptions = ({
  page,
  search,
  status,
  duration,
  confirmDue = false,
}: RecordListFilter & ServerRecordFilter) =>
  queryOptions({
    queryKey: ['records', 'list', { page, search, status, duration, confirmDue }],
    queryFn: async (context): Promise<ListPage<CaseSummaryView>> => {
      const filter = { page, search, ...stateFilter(status), duration };
      if (confirmDue) return (await api('recordGet', { ...filter, confirm: 'DUE' }, { signal: context.signal })).data;
      const ask = async (cut: AbortSignal) => (await api('recordGet', filter, { signal: cut })).data;
      const toView = async (answer: ServerOrLocal<Output<'recordGet'>['data']>): Promise<ListPage<CaseSummaryView>> =>
        answer.local === null ? answer.data : answer.local.lists.records({ page, search, status, duration }, answer);
      return serverOrLocal(ask, toView, copyFirst(context));
    },
    networkMode: 'always',
    refetchOnReconnect: true,
    placeholderData: keepPreviousData,
  });

/** One page of the consents, version by version, newest first; from this tablet when the server is out of reach. */
export const consentListOptions = ({ page, search, status, isMine, counted }: ConsentListFilter & ServerConsentFilter) =>
  queryOptions({
    queryKey: ['records', 'consents', { page, search, status, isMine, counted }],
    queryFn: async (context): Promise<ListPage<ConsentSummaryView>> => {
      const filter = { page, search, ...stateFilter(status), myConsents: isMine };
      if (counted !== undefined)
        return (await api('consentGetConsents', { ...filter, ...countedFilter(counted) }, { signal: context.signal })).data;
      const ask = async (cut: AbortSignal) => (await api('consentGetConsents', filter, { signal: cut })).data;
      const toView = async (answer: ServerOrLocal<Output<'consentGetConsents'>['data']>): Promise<ListPage<ConsentSummaryView>> =>
        answer.local === null ? answer.data : answer.local.lists.consents({ page, search, status, isMine }, answer);
      return serverOrLocal(ask, toView, copyFirst(context));
    },
    networkMode: 'always',
    refetchOnReconnect: true,
    placeholderData: keepPreviousData,
  });
