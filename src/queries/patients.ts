import type { Input } from '#contract/calls.ts';
import type { PatientStatus } from '#domain/states.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './api.ts';

export type PatientListFilter = { readonly page: number; readonly search: string; readonly status: PatientStatus | 'ALL' };

/** One page of the patients; the page before stays on screen while the next one comes. */
export const patientListOptions = ({ page, search, status }: PatientListFilter) =>
  queryOptions({
    queryKey: ['patients', 'list', { page, search, status }],
    queryFn: async ({ signal }) => (await api('patientGet', { page, search, status }, { signal })).data,
    placeholderData: keepPreviousData,
  });

/** One patient with the cases. */
export const patientOptions = (id: string) =>
  queryOptions({
    queryKey: ['patients', 'details', id],
    queryFn: async ({ signal }) => (await api('patientGetDetails', { id }, { signal })).data,
  });

/** Up to 20 patients by name, number or birth date, best first. Nothing is asked for less than two characters. */
export const patientSearchOptions = (search: string) =>
  queryOptions({
    queryKey: ['patients', 'search', search],
    queryFn: async ({ signal }) => (await api('patientSearch', { search }, { signal })).data,
    enabled: search.trim().length > 1,
    placeholderData: keepPreviousData,
  });

type Keyed<T> = { readonly input: T; readonly idempotencyKey: string };

/** Creates a patient. The same key repeats a try whose answer was lost without making a second patient. */
export function useCreatePatient() {
  return usePatientWrite(({ input, idempotencyKey }: Keyed<Input<'patientCreate'>>) =>
    api('patientCreate', input, { idempotencyKey }),
  );
}

/** Changes the fields given; a stale version fails with VERSION_CONFLICT and the present patient in `data.current`. */
export function useUpdatePatient() {
  return usePatientWrite(({ input, idempotencyKey }: Keyed<Input<'patientUpdate'>>) =>
    api('patientUpdate', input, { idempotencyKey }),
  );
}

/** Marks a patient inactive, deceased, active again, or merged into another. */
export function useUpdatePatientStatus() {
  return usePatientWrite((input: Input<'patientUpdateStatus'>) => api('patientUpdateStatus', input));
}

/** What is typed about a patient leaves the mutation cache at once, and every list is asked for again. */
function usePatientWrite<I, O>(mutationFn: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    gcTime: 0,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['patients'] });
      void client.invalidateQueries({ queryKey: ['records'] });
    },
  });
}
