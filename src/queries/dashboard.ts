import type { CaseStatus, Duration } from '#domain/states.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** How many cases stand where. */
export const caseAmountsOptions = (duration: Duration) =>
  queryOptions({
    queryKey: ['records', 'amounts', duration],
    queryFn: async ({ signal }) => (await api('dashboardInfo', { duration }, { signal })).data,
  });

/** How many consents were started, sent and signed in each day, week or month. */
export const figuresOptions = (time: 'day' | 'week' | 'month') =>
  queryOptions({
    queryKey: ['records', 'figures', time],
    queryFn: async ({ signal }) => (await api('dashboardChart', { time }, { signal })).data,
    placeholderData: keepPreviousData,
  });

export type RecordListFilter = {
  readonly page: number;
  readonly search: string;
  readonly status: CaseStatus | 'ALL';
  readonly duration: Duration;
};

/** One page of the cases, newest first. */
export const recordListOptions = ({ page, search, status, duration }: RecordListFilter) =>
  queryOptions({
    queryKey: ['records', 'list', { page, search, status, duration }],
    queryFn: async ({ signal }) => (await api('recordGet', { page, search, status, duration }, { signal })).data,
    placeholderData: keepPreviousData,
  });

export type ConsentListFilter = {
  readonly page: number;
  readonly search: string;
  readonly status: CaseStatus | 'ALL';
  /** Only those of the person signed in. */
  readonly isMine: boolean;
};

/** One page of the consents, version by version, newest first. */
export const consentListOptions = ({ page, search, status, isMine }: ConsentListFilter) =>
  queryOptions({
    queryKey: ['records', 'consents', { page, search, status, isMine }],
    queryFn: async ({ signal }) =>
      (await api('consentGetConsents', { page, search, status, myConsents: isMine }, { signal })).data,
    placeholderData: keepPreviousData,
  });
