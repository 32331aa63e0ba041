import type { CallName, Input, Output } from '#contract/calls.ts';
import { api, apiFile } from '#src/session/api.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ownOrganisationId } from './own-organisation.ts';

const key = (part: string, ...rest: readonly (string | number | undefined)[]) => ['packs', part, ownOrganisationId(), ...rest];
/** How often a list is read again while a pack is gathered or made, ms. */
const MAKING_EVERY = 3000;

/** A page of packs, of all patients or one; read again by itself while one of them is being made. */
export const packOptions = (page: number, patientID?: string) =>
  queryOptions({
    queryKey: key('list', page, patientID),
    queryFn: async ({ signal }) =>
      (await api('subjectAccessGet', patientID === undefined ? { page } : { page, patientID }, { signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.records.some((pack) => pack.state === 'PREPARING' || pack.state === 'RELEASED') === true ? MAKING_EVERY : false,
  });

/** A page of the lines of a pack that are about others. */
export const packLineOptions = (id: string, page: number) =>
  queryOptions({
    queryKey: key('lines', id, page),
    queryFn: async ({ signal }) => (await api('subjectAccessLines', { id, page }, { signal })).data,
    placeholderData: keepPreviousData,
  });

type PackWrite = `subjectAccess${'Create' | 'Decide' | 'Release'}`;
type Keyed<T> = { readonly input: T; readonly idempotencyKey: string };

/** Makes one of these calls; whatever shows packs is read again, also after a refusal. */
export function usePackWrite<K extends PackWrite & CallName>(name: K) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ input, idempotencyKey }: Keyed<Input<K>>): Promise<Output<K>> => api(name, input, { idempotencyKey }),
    gcTime: 0,
    onSettled: () => {
      for (const subject of ['packs', 'security']) void client.invalidateQueries({ queryKey: [subject] });
    },
  });
}

/** Reads a part of a pack; it is in the memory of this page alone. */
export function usePackPart() {
  return useMutation({
    mutationFn: (input: Input<'subjectAccessDownload'>) => apiFile('subjectAccessDownload', input),
    networkMode: 'always',
    gcTime: 0,
  });
}
