import type { CallName, Input, Output } from '#contract/calls.ts';
import { api } from '#src/session/api.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ownOrganisationId } from './own-organisation.ts';

const key = (part: string, page = 1) => ['retention', part, ownOrganisationId(), page];

/** For how long records are kept. */
export const retentionOptions = () =>
  queryOptions({
    queryKey: key('rules'),
    queryFn: async ({ signal }) => (await api('retentionGet', {}, { signal })).data,
  });

/** A page of the records that are due. */
export const proposalOptions = (page: number) =>
  queryOptions({
    queryKey: key('proposals', page),
    queryFn: async ({ signal }) => (await api('retentionProposals', { page }, { signal })).data,
    placeholderData: keepPreviousData,
  });

/** A page of the legal holds. */
export const holdOptions = (page: number) =>
  queryOptions({
    queryKey: key('holds', page),
    queryFn: async ({ signal }) => (await api('retentionHolds', { page }, { signal })).data,
    placeholderData: keepPreviousData,
  });

/** A page of the certificates. */
export const certificateOptions = (page: number) =>
  queryOptions({
    queryKey: key('certificates', page),
    queryFn: async ({ signal }) => (await api('retentionCertificates', { page }, { signal })).data,
    placeholderData: keepPreviousData,
  });

/** Calls that change what is kept, and for how long. */
type RetentionWrite = `retention${'Update' | 'Confirm' | 'Keep' | 'Approve' | 'Hold' | 'Lift'}`;

type Keyed<T> = { readonly input: T; readonly idempotencyKey: string };

/** Makes one of these calls; whatever shows them is read again, also after a refusal. */
export function useRetentionWrite<K extends RetentionWrite & CallName>(name: K) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ input, idempotencyKey }: Keyed<Input<K>>): Promise<Output<K>> => api(name, input, { idempotencyKey }),
    gcTime: 0,
    onSettled: () => {
      for (const subject of ['retention', 'patients', 'records', 'consents', 'security'])
        void client.invalidateQueries({ queryKey: [subject] });
    },
  });
}
