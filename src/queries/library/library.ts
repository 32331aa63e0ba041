import type { Output } from '#contract/calls.ts';
import { isRetryable } from '#contract/engine/retry.ts';
import { Procedure, type ProcedureDetails } from '#domain/library/procedure.ts';
import { Template } from '#domain/templates/library-template.ts';
import { MINUTE } from '#domain/base/limits.ts';
import { saveCatalog, readCatalog, type CachedList, type CatalogSubject } from '#store/db/catalog.ts';
import { useTimeout } from '@mantine/hooks';
import { keepPreviousData, onlineManager, queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { api } from '#src/session/api.ts';
import { COPY_DELAY, type CopyDisplay } from '#src/offline/server-or-local.ts';
import type { ServedFromCache } from '#src/offline/local/context.ts';
import { copyFirst } from '#src/queries/client/copy-first.ts';
import { pageOfLibrary, type ProcedureListFilter } from './library-page.ts';
import { ownOrganisationId } from '#src/queries/own-organisation.ts';
import { PERSISTED } from '#src/queries/client/query-client.ts';
import { deviceDatabase } from '#src/device/env.ts';

const lists = { procedures: v.array(Procedure), templates: v.array(Template) } as const;
type Item<S extends CatalogSubject> = v.InferOutput<(typeof lists)[S]>[number];

/** One page of the library; `servedFromCache`: from this device's copy. */
type LibraryPage = Output<'procedureGet'>['data'] & { readonly servedFromCache?: ServedFromCache };

/** One procedure; `servedFromCache`: from this device's copy, without its editors and its history. */
type ShownProcedure = Procedure &
  Partial<Pick<ProcedureDetails, 'editors' | 'history'>> & { readonly servedFromCache?: ServedFromCache };

/** One page of the library; from this device's copy while the server does not answer. */
export const procedureListOptions = (filter: ProcedureListFilter) =>
  queryOptions({
    queryKey: ['library', 'procedures', 'list', filter],
    queryFn: (context): Promise<LibraryPage> =>
      orCached(
        async () => (await api('procedureGet', filter, { signal: context.signal })).data,
        ({ value, at }) => ({ ...pageOfLibrary(value, filter), servedFromCache: { at } }),
        copyFirst(context),
      ),
    placeholderData: keepPreviousData,
    networkMode: 'always',
    refetchOnReconnect: true,
  });

/** One procedure of the library, at the version in use unless one is named; from this device's copy while the server does not answer. */
export const procedureOptions = (id: string, version?: number) =>
  queryOptions({
    queryKey: ['library', 'procedures', 'details', id, version ?? null],
    queryFn: (context): Promise<ShownProcedure> =>
      orCached<ShownProcedure>(
        async () =>
          (await api('procedureGetDetails', { id, ...(version !== undefined && { version }) }, { signal: context.signal })).data,
        ({ value, at }) => {
          const found = value.find((each) => each.procedureID === id && (version ?? each.version) === each.version);
          return found && { ...found, servedFromCache: { at } };
        },
        copyFirst(context),
      ),
    networkMode: 'always',
    refetchOnReconnect: true,
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
    staleTime: MINUTE,
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
    staleTime: MINUTE,
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
  /** the query of the server's answer, for its age */
  readonly query: UseQueryResult;
  /** the age of this device's list, once it stands in for an answer that did not come soon */
  readonly fromTablet: ServedFromCache | null;
};

/** Whether this device has a copy of the whole library. */
export async function hasLibraryCopy(): Promise<boolean> {
  const copies = await Promise.all([readCopy('procedures'), readCopy('templates')]);
  return copies.every((copy) => copy !== null);
}

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
    queryFn: () => readCopy(subject),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const fresh = useQuery(wholeOptions(subject));
  const isFresh = fresh.data !== undefined;
  const [isLate, setLate] = useState(false);
  useTimeout(() => setLate(true), COPY_DELAY, { autoInvoke: true });
  const copy = cached.data ?? undefined;
  return {
    items: fresh.data ?? copy?.value,
    isFresh,
    failure: fresh.error,
    query: fresh,
    fromTablet: isFresh || !isLate || copy === undefined ? null : { at: copy.at },
  };
}

type Copy = CachedList<readonly Procedure[]>;

/**
 * The server's answer; meanwhile, and when the server is out of reach or fails, a result from the procedures stored on this device.
 *
 * @throws Unreachable, CallFailed when neither has one
 */
async function orCached<T>(ask: () => Promise<T>, find: (copy: Copy) => T | undefined, { show }: CopyDisplay<T>): Promise<T> {
  const cached = async () => {
    const copy = await readCopy('procedures').catch(() => null);
    return copy === null ? undefined : find(copy);
  };
  // A network known to drop calls is not waited for.
  const known = onlineManager.isOnline() ? undefined : await cached();
  if (known !== undefined) return known;
  let isOver = false;
  const showCopy = async () => {
    const copy = await cached();
    if (copy !== undefined && !isOver) show(copy);
  };
  const timer = setTimeout(() => void showCopy(), COPY_DELAY);
  try {
    return await ask();
  } catch (failure) {
    const found = isRetryable(failure) ? await cached() : undefined;
    if (found === undefined) throw failure;
    return found;
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}

function readCopy<S extends CatalogSubject>(subject: S): Promise<CachedList<Item<S>[]> | null> {
  return readCatalog(deviceDatabase(), { subject, organisationId: ownOrganisationId() }, lists[subject]);
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
