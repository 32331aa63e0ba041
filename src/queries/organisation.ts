import type { CallName, Input, Output } from '#contract/calls.ts';
import { api } from '#src/session/api.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ownOrganisationId } from './own-organisation.ts';

/** The details of the own organisation. */
export const organisationOptions = () =>
  queryOptions({
    queryKey: ['organisation', 'own', ownOrganisationId()],
    queryFn: async ({ signal }) => (await api('organisation', {}, { signal })).data,
  });

/** All access plans of the own organisation, ended ones as well. */
export const planListOptions = () =>
  queryOptions({
    queryKey: ['organisation', 'plans', ownOrganisationId()],
    queryFn: async ({ signal }) => (await api('subscriptionList', {}, { signal })).data,
  });

/** All specialities, ended ones as well. */
export const specialityListOptions = () =>
  queryOptions({
    queryKey: ['organisation', 'specialities'],
    queryFn: async ({ signal }) => (await api('specialityList', {}, { signal })).data,
  });

/** All grades, ended ones as well. */
export const gradeListOptions = () =>
  queryOptions({
    queryKey: ['organisation', 'grades'],
    queryFn: async ({ signal }) => (await api('gradeList', {}, { signal })).data,
  });

/** Whether people who sign are asked three questions, and in which pasted words. */
export const experienceSettingsOptions = () =>
  queryOptions({
    queryKey: ['experience', 'settings', ownOrganisationId()],
    queryFn: async ({ signal }) => (await api('experienceSettings', {}, { signal })).data,
  });

/** Changes it. The call takes no key: it names the version that it changes. */
export function useChangeExperience() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<'experienceSettingsUpdate'>) => api('experienceSettingsUpdate', input),
    gcTime: 0,
    onSettled: () => void client.invalidateQueries({ queryKey: ['experience'] }),
  });
}

/** All organisations, ended ones as well; for the first one alone. */
export const organisationListOptions = () =>
  queryOptions({
    queryKey: ['organisation', 'all'],
    queryFn: async ({ signal }) => (await api('organisationsList', {}, { signal })).data,
  });

/** Calls that change the organisation or one of its lists. */
export type OrganisationWrite =
  | 'organisationUpdate'
  | 'organisationLogoUpload'
  | 'organisationLogoRemove'
  | `subscription${'Create' | 'Update'}`
  | `speciality${'Create' | 'Update'}`
  | `grade${'Create' | 'Update'}`
  | `organisations${'Create' | 'Update'}`;

type Keyed<T> = { readonly input: T; readonly idempotencyKey: string };

/** Changes the organisation or one of its lists; whatever shows them is read again. */
export function useOrganisationWrite<K extends OrganisationWrite & CallName>(name: K) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ input, idempotencyKey }: Keyed<Input<K>>): Promise<Output<K>> => api(name, input, { idempotencyKey }),
    gcTime: 0,
    onSettled: () => {
      for (const subject of ['organisation', 'config', 'hospitals', 'people'])
        void client.invalidateQueries({ queryKey: [subject] });
    },
  });
}
