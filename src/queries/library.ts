import { Procedure } from '#domain/procedure.ts';
import type { ProcedureStatus } from '#domain/states.ts';
import { Template } from '#domain/template.ts';
import { currentSession } from '#src/session/session.ts';
import { keepCatalog, readCatalog, type CatalogSubject } from '#store/catalog.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { api } from './api.ts';
import { thisDevice } from './this-device.ts';

export type ProcedureListFilter = { readonly page: number; readonly search: string; readonly status: ProcedureStatus | 'ALL' };

/** One page of the library. */
export const procedureListOptions = ({ page, search, status }: ProcedureListFilter) =>
  queryOptions({
    queryKey: ['library', 'procedures', 'list', { page, search, status }],
    queryFn: async ({ signal }) => (await api('procedureGet', { page, search, status }, { signal })).data,
    placeholderData: keepPreviousData,
  });

/** One procedure of the library. */
export const procedureOptions = (id: string) =>
  queryOptions({
    queryKey: ['library', 'procedures', 'details', id],
    queryFn: async ({ signal }) => (await api('procedureGetDetails', { id }, { signal })).data,
  });

const lists = { procedures: v.array(Procedure), templates: v.array(Template) } as const;
type Item<S extends CatalogSubject> = v.InferOutput<(typeof lists)[S]>[number];

/** A whole list for choosing from: from this device at once, then from the server. `isFresh` once the server gave it. */
export type Catalogue<T> = {
  readonly items: readonly T[] | undefined;
  readonly isFresh: boolean;
  readonly failure: Error | null;
};

/** The procedures that may go on a new consent, by name. */
export function useProcedureCatalogue(): Catalogue<Procedure> {
  return useCatalogue('procedures', (page) => api('procedureGet', { page, limit: 100, status: 'ACTIVE' }));
}

/** The form templates, by name. */
export function useTemplateCatalogue(): Catalogue<Template> {
  return useCatalogue('templates', (page) => api('templatesGet', { page, limit: 100 }));
}

type Pages<T> = (page: number) => Promise<{ data: { records: T[]; pages: number } }>;

function useCatalogue<S extends CatalogSubject>(subject: S, fetchPage: Pages<Item<S>>): Catalogue<Item<S>> {
  const organisationId = currentSession()?.user.organisation[0]?._id ?? '';
  const key = { subject, organisationId };
  const kept = useQuery({
    queryKey: ['library', subject, 'kept', organisationId],
    queryFn: () => readCatalog(thisDevice(), key, lists[subject]),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const fresh = useQuery({
    queryKey: ['library', subject, 'all', organisationId],
    queryFn: async () => {
      const value = await allPages(fetchPage);
      // A full or refused store must not hide what the server has just told.
      await keepCatalog(thisDevice(), key, { value, at: Date.now() }).catch(() => undefined);
      return value;
    },
    staleTime: 60_000,
  });
  // `lists[subject]` has parsed it; TypeScript does not follow the subject into the list.
  const keptItems = kept.data?.value as Item<S>[] | undefined;
  return { items: fresh.data ?? keptItems, isFresh: fresh.data !== undefined, failure: fresh.error };
}

async function allPages<T>(fetchPage: Pages<T>): Promise<T[]> {
  const first = await fetchPage(1);
  const rest = Array.from({ length: Math.max(0, first.data.pages - 1) }, (_, at) => fetchPage(at + 2));
  return [first, ...(await Promise.all(rest))].flatMap(({ data }) => data.records);
}
