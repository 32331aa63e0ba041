import type { Input } from '#contract/calls.ts';
import type { ManagedUser } from '#contract/people.ts';
import type { UserStatus } from '#domain/accounts/user-status.ts';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '#src/session/api.ts';
import { ownOrganisationId } from './own-organisation.ts';
import { PERSISTED } from '#src/queries/client/query-client.ts';

export type PeopleListFilter = {
  readonly page: number;
  readonly search: string;
  readonly status: UserStatus | 'ALL';
  /** A role's key, or empty for all: matches people who have the role and people who have requested it. */
  readonly role: string;
};

type PeoplePage = Awaited<ReturnType<typeof fetchPeople>>;

/** One page of the people of the organisation. */
export const peopleListOptions = (filter: PeopleListFilter) =>
  queryOptions({
    queryKey: ['people', 'list', filter],
    queryFn: ({ signal }) => fetchPeople(filter, signal),
    placeholderData: keepPreviousData,
  });

/** Polling interval of a queued mail's state, ms [choice]. */
const MAIL_POLL_INTERVAL = 5000;

/** One of the people: at once from a list in the cache, then from the server; `null` when there is no such person. */
export function usePerson(id: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['people', 'person', id],
    queryFn: ({ signal }) => findPerson(id, listedPerson(client, id)?.email ?? '', signal),
    initialData: () => listedPerson(client, id),
    // A list's data may be old: they are refetched at once.
    initialDataUpdatedAt: 0,
    // A mail goes out within seconds of its cause: its state is polled until it is final.
    refetchInterval: ({ state }) => (state.data?.lastMail?.state === 'QUEUED' ? MAIL_POLL_INTERVAL : false),
  });
}

/** Access plans of the own organisation that may be given today; the last answer is stored on the device. */
export const activePlansOptions = () =>
  queryOptions({
    queryKey: ['people', 'plans', ownOrganisationId()],
    queryFn: async ({ signal }) => (await api('subscriptionActiveList', {}, { signal })).data,
    ...PERSISTED,
  });

/** Approves, changes, reactivates, rejects or suspends somebody. */
export function useAuthorise() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<'userAuthorise'>) => api('userAuthorise', input),
    gcTime: 0,
    onSuccess: ({ data }) => client.setQueryData(['people', 'person', data._id], data),
    onSettled: () => {
      for (const subject of ['people', 'roles']) void client.invalidateQueries({ queryKey: [subject, 'list'] });
    },
  });
}

async function fetchPeople({ page, search, status, role }: PeopleListFilter, signal: AbortSignal) {
  return (await api('userAuthoriseList', { page, search, status, role }, { signal })).data;
}

function listedPerson(client: QueryClient, id: string): ManagedUser | undefined {
  const pages = client.getQueriesData<PeoplePage>({ queryKey: ['people', 'list'] });
  return pages.flatMap(([, page]) => page?.records ?? []).find(({ _id }) => _id === id);
}

/** Finds one person by reading the list's pages, because no call takes an id: at once by email when it is known. */
async function findPerson(id: string, email: string, signal: AbortSignal): Promise<ManagedUser | null> {
  for (let page = 1; ; page += 1) {
    const { data } = await api('userAuthoriseList', { page, limit: 100, search: email }, { signal });
    const found = data.records.find(({ _id }) => _id === id);
    if (found !== undefined) return found;
    if (page >= data.pages) return null;
  }
}
