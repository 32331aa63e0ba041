import type { Duration } from '#domain/base/durations.ts';
import type { Input } from '#contract/calls.ts';
import type { ReferralScope } from '#contract/shapes/referral-shapes.ts';
import type { ReferralStatus } from '#domain/referrals/referral.ts';
import { api, apiFile } from '#src/session/api.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ownOrganisationId } from './own-organisation.ts';

export type ReferralListFilter = {
  readonly page: number;
  readonly search: string;
  readonly status: ReferralStatus | 'ALL';
  readonly duration: Duration;
  readonly scope: ReferralScope;
};

// Only the server answers for referrals: a tablet stores the patients and forms of those that were accepted, as of any case.

/** One page of referrals. */
export const referralListOptions = ({ scope, ...filter }: ReferralListFilter) =>
  queryOptions({
    queryKey: ['referrals', 'list', scope, filter],
    queryFn: async ({ signal }) => (await api('recordGet', { ...filter, referral: scope }, { signal })).data,
    placeholderData: keepPreviousData,
  });

/** How many referrals stand in each status. */
export const referralAmountsOptions = (scope: ReferralScope, duration: Duration) =>
  queryOptions({
    queryKey: ['referrals', 'amounts', scope, duration],
    queryFn: async ({ signal }) => (await api('recordReferralAmounts', { referral: scope, duration }, { signal })).data,
    placeholderData: keepPreviousData,
  });

/** One referral, and the sides on which the person is. */
export const referralOptions = (id: string) =>
  queryOptions({
    queryKey: ['referrals', 'one', id],
    queryFn: async ({ signal }) => (await api('recordReferralGet', { id }, { signal })).data,
  });

/** The people and specialities that a patient may be referred to. */
export const addresseesOptions = () =>
  queryOptions({
    queryKey: ['referrals', 'addressees', ownOrganisationId()],
    queryFn: async ({ signal }) => (await api('recordAddressees', {}, { signal })).data,
  });

type Keyed<T> = { readonly input: T; readonly idempotencyKey: string };

/** Refers a patient. */
export function useRefer() {
  return useReferralWrite(({ input, idempotencyKey }: Keyed<Input<'recordRefer'>>) =>
    api('recordRefer', input, { idempotencyKey }),
  );
}

/** Moves a referral on. */
export function useMoveReferral() {
  return useReferralWrite(({ input, idempotencyKey }: Keyed<Input<'recordReferral'>>) =>
    api('recordReferral', input, { idempotencyKey }),
  );
}

/** Changes the question of a referral that was not sent yet. */
export function useChangeReferral() {
  return useReferralWrite(({ input, idempotencyKey }: Keyed<Input<'recordUpdate'>>) =>
    api('recordUpdate', input, { idempotencyKey }),
  );
}

/** Attaches one file. The call takes no key: the same file again is the same attachment. */
export function useAttach() {
  return useReferralWrite((body: { readonly recordID: string; readonly file: File }) =>
    // The part named `file` travels beside the fields.
    api('recordAttach', body),
  );
}

/** The bytes of an attachment. */
export function useAttachment() {
  return useMutation({
    mutationFn: (id: string): Promise<Blob> => apiFile('recordAttachment', { id }),
    networkMode: 'always',
    gcTime: 0,
  });
}

/** Whatever shows the referral or its case is read again, whether it was taken or not. */
function useReferralWrite<B, A>(mutationFn: (body: B) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    // Words about a patient leave the mutation cache at once.
    networkMode: 'always',
    gcTime: 0,
    onSettled: async () => {
      void client.invalidateQueries({ queryKey: ['records'] });
      await client.invalidateQueries({ queryKey: ['referrals'] });
    },
  });
}
