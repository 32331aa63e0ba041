import { isRetryable } from '#contract/retry.ts';
import { Procedure } from '#domain/procedure.ts';
import { Template } from '#domain/template.ts';
import { saveCatalog, readCatalog, type CatalogSubject } from '#store/db/catalog.ts';
import { keepPreviousData, onlineManager, queryOptions, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { api } from '#src/session/api.ts';
import { pageOfLibrary, type ProcedureListFilter } from './library-page.ts';
import { ownOrganisationId } from './own-organisation.ts';
import { PERSISTED } from './query-client.ts';
import { deviceDatabase } from '#src/offline/env.ts';

const lists = { procedures: v.array(Procedure), templates: v.array(Template) } as const;
type Item<S extends CatalogSubject> = v.InferOutput<(typeof lists)[S]>[number];

/** One page of the library; offline from this device's copy. */
export const procedureListOptions = (filter: ProcedureListFilter) =>
  queryOptions({
    queryKey: ['library', 'procedures', 'list', filter],
    queryFn: ({ signal }) =>
      orCached(
        async () => (await api('procedureGet', filter, { signal })).data,
        (procedures) => pageOfLibrary(procedures, filter),
      ),
    placeholderData: keepPreviousData,
    networkMode: 'always',
  });

/** One procedure of the library; offline from this device's copy. */
export const procedureOptions = (id: string) =>
  queryOptions({
    queryKey: ['library', 'procedures', 'details', id],
    queryFn: ({ signal }) =>
      orCached(
        async () => (await api('procedureGetDetails', { id }, { signal })).data,
        (procedures) => procedures.find(({ procedureID }) => procedureID === id),
      ),
    networkMode: 'always',
  });

/** A complete list from the server, stored on this device with each answer. */
export const wholeOptions = <S extends CatalogSubject>(subject: S) => {
  const organisationId = ownOrganisationId();
  return queryOptions({
    queryKey: ['library', subject, 'all', organisationId],
    queryFn: async () => {
      const value = await fetchWhole(subject);
      // A full or refused store must not hide the server's answer.
      await saveCatalog(deviceDatabase(), { subject, organisationId }, { value, at: Date.now() }).catch(() => undefined);
      return value;
    },
    staleTime: 60_000,
    networkMode: 'always',
  });
};

/** Names of the procedures; the last answer is stored on the device, also when there is no room for the full procedures. */
export const procedureNamesOptions = () =>
  queryOptions({
    queryKey: ['library', 'names', ownOrganisationId()],
    queryFn: async ({ client }) => {
      const procedures = await client.fetchQuery(wholeOptions('procedures'));
      return procedures.map(({ procedureID, procedureName }) => ({ procedureID, procedureName }));
    },
    staleTime: 60_000,
    ...PERSISTED,
  });

/** Name of a procedure, as far as this device knows it; makes no call. */
export function useProcedureName(id: string): string | undefined {
  const { data } = useQuery({ ...procedureNamesOptions(), enabled: false });
  return data?.find(({ procedureID }) => procedureID === id)?.procedureName;
}

/** A complete list to choose from: from this device at once, then from the server. `isFresh` once the server has answered. */
export type Catalogue<T> = {
  readonly items: readonly T[] | undefined;
  readonly isFresh: boolean;
  readonly failure: Error | null;
};

/** The procedures that may go on a new consent, by name. */
export function useProcedureCatalogue(): Catalogue<Procedure> {
  const { items, ...rest } = useCatalogue('procedures');
  return { ...rest, items: items?.filter(({ status }) => status === 'ACTIVE') };
}

/** The form templates, by name. */
export function useTemplateCatalogue(): Catalogue<Template> {
  return useCatalogue('templates');
}

function useCatalogue<S extends CatalogSubject>(subject: S): Catalogue<Item<S>> {
  const cached = useQuery({
    queryKey: ['library', subject, 'cached', ownOrganisationId()],
    queryFn: () => readCached(subject),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const fresh = useQuery(wholeOptions(subject));
  return { items: fresh.data ?? cached.data ?? undefined, isFresh: fresh.data !== undefined, failure: fresh.error };
}

/**
 * The server's answer; when the server is out of reach or fails, a result from the procedures stored on this device.
 *
 * @throws Unreachable, CallFailed when neither has one
 */
async function orCached<T>(ask: () => Promise<T>, find: (procedures: readonly Procedure[]) => T | undefined): Promise<T> {
  const cached = async () => {
    const procedures = await readCached('procedures').catch(() => null);
    return procedures === null ? undefined : find(procedures);
  };
  // A network known to drop calls is not waited for.
  const known = onlineManager.isOnline() ? undefined : await cached();
  if (known !== undefined) return known;
  try {
    return await ask();
  } catch (failure) {
    const found = isRetryable(failure) ? await cached() : undefined;
    if (found === undefined) throw failure;
    return found;
  }
}

async function readCached<S extends CatalogSubject>(subject: S): Promise<Item<S>[] | null> {
  const cached = await readCatalog(deviceDatabase(), { subject, organisationId: ownOrganisationId() }, lists[subject]);
  return cached === null ? null : cached.value;
}

async function fetchWhole<S extends CatalogSubject>(subject: S): Promise<Item<S>[]> {
  const fetchPage: Pages<Procedure | Template> =
    subject === 'procedures'
      ? (page) => api('procedureGet', { page, limit: 100, status: 'ALL' })
      : (page) => api('templatesGet', { page, limit: 100 });
  // TypeScript does not follow the subject into its list.
  return (await allPages(fetchPage)) as Item<S>[];
}

type Pages<T> = (page: number) => Promise<{ data: { records: T[]; pages: number } }>;

async function allPages<T>(fetchPage: Pages<T>): Promise<T[]> {
  const first = await fetchPage(1);
  const rest = Array.from({ length: Math.max(0, first.data.pages - 1) }, (_, at) => fetchPage(at + 2));
  return [first, ...(await Promise.all(rest))].flatMap(({ data }) => data.records);
}
