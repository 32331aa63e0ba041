import type { Input } from '#contract/calls.ts';
import { api } from '#src/session/api.ts';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

export type { PatientHistoryEntry } from '#contract/patient-history.ts';

/** The changes of a patient's details, newest first, a page at a time. They are on the server alone. */
export const patientHistoryOptions = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['patients', 'history', id],
    queryFn: async ({ pageParam: page, signal }) => (await api('patientHistory', { id, page }, { signal })).data,
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    // Details of a patient do not stay in memory once nobody looks at them.
    gcTime: 0,
  });

/** Undoes the merge of a record; needs the network. Fails with VERSION_CONFLICT where the record has changed since it was shown. */
export function useUndoMerge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<'patientUnmerge'>) => api('patientUnmerge', input),
    networkMode: 'always',
    gcTime: 0,
    // After a refusal too: the record has changed since.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['patients'] });
      void client.invalidateQueries({ queryKey: ['records'] });
    },
  });
}

/** Says that a record which looks like this one is another person; needs the network. */
export function useSayAnotherPerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<'patientAnother'>) => api('patientAnother', input),
    networkMode: 'always',
    gcTime: 0,
    onSettled: () => void client.invalidateQueries({ queryKey: ['patients'] }),
  });
}
