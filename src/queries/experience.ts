import type { Input } from '#contract/calls.ts';
import { api } from '#src/session/api.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ownOrganisationId } from './own-organisation.ts';

/** The figures of three questions after signing, of closed months. @param range - months, both ends included: `2026-11` */
export const experienceFiguresOptions = (range: Input<'experienceFigures'>) =>
  queryOptions({
    queryKey: ['experience', 'figures', ownOrganisationId(), range],
    queryFn: async ({ signal }) => {
      const { isOn, data } = await api('experienceFigures', range, { signal });
      return { isOn, figures: data };
    },
  });

/** Whether people who sign are asked, and in which pasted words. */
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
