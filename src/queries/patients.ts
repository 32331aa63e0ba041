import type { Output } from '#contract/calls.ts';
import type { Patient } from '#domain/patient.ts';
import { paginate } from '#src/offline/local/paginate.ts';
import type { PatientDetails, PatientListFilter, PatientPage, PatientListRow } from '#src/offline/local/patients.ts';
import { oneFromServerOrLocal, serverOrLocal, type ServerOrLocal } from '#src/offline/server-or-local.ts';
import { currentOfflineSession } from '#src/offline/session.ts';
import { api } from '#src/session/api.ts';
import { keepPreviousData, onlineManager, queryOptions } from '@tanstack/react-query';

export type {
  PatientDetails,
  PatientListFilter,
  PatientPage,
  PatientListRow,
  LocalDuplicate,
} from '#src/offline/local/patients.ts';

/** One page of the patients; until it comes, the previous page stays on screen, or matches from memory are shown. */
export const patientListOptions = (filter: PatientListFilter) =>
  queryOptions({
    queryKey: ['patients', 'list', filter],
    queryFn: ({ signal }) => readPage(filter, signal),
    networkMode: 'always',
    placeholderData: (before) => searchInMemory(filter, before) ?? before,
  });

/** One patient with the cases. */
export const patientOptions = (id: string) =>
  queryOptions({
    queryKey: ['patients', 'details', id],
    queryFn: ({ signal }) => readDetails(id, signal),
    networkMode: 'always',
  });

/** Up to 20 patients by name, number or birth date, best first. No search below two characters. */
export const patientSearchOptions = (search: string) =>
  queryOptions({
    queryKey: ['patients', 'search', search],
    queryFn: ({ signal }) => readSearch(search, signal),
    networkMode: 'always',
    enabled: search.trim().length > 1,
    placeholderData: keepPreviousData,
  });

async function readPage({ page, search, status }: PatientListFilter, signal: AbortSignal): Promise<PatientPage> {
  const filter = { page, search, status };
  const answer = await serverOrLocal(async (cut) => (await api('patientGet', filter, { signal: cut })).data, signal);
  if (answer.local !== null) return answer.local.patients.page({ page, search, status }, answer);
  const { records, ...rest } = answer.data;
  return { ...rest, records: records.map(toRow), servedFromCache: null };
}

/** Searches the patients in memory at once when offline: nobody waits for a server that cannot be reached. */
function searchInMemory({ page, search, status }: PatientListFilter, before: PatientPage | undefined): PatientPage | undefined {
  const offline = onlineManager.isOnline() ? null : currentOfflineSession();
  if (offline === null || search.trim() === '') return undefined;
  const found = offline.cards
    .search(search, Number.POSITIVE_INFINITY)
    .filter((card) => status === 'ALL' || card.status === status)
    .map((card) => ({ ...card, isUnsent: card.recordID === null }));
  return { ...paginate(found, page), servedFromCache: before?.servedFromCache ?? { at: null } };
}

async function readDetails(id: string, signal: AbortSignal): Promise<PatientDetails> {
  const ask = async (cut: AbortSignal) => (await api('patientGetDetails', { id }, { signal: cut })).data;
  const toView = async (answer: ServerOrLocal<Output<'patientGetDetails'>['data']>): Promise<PatientDetails> =>
    answer.local === null
      ? { ...answer.data, isUnsent: false, isBlocked: false, servedFromCache: null }
      : answer.local.patients.details(id, answer);
  return oneFromServerOrLocal(ask, toView, signal);
}

async function readSearch(search: string, signal: AbortSignal): Promise<readonly PatientListRow[]> {
  const answer = await serverOrLocal((cut) => api('patientSearch', { search }, { signal: cut }), signal);
  if (answer.local === null) return answer.data.data.map(toRow);
  const found = await answer.local.patients.search(search, MAX_FOUND);
  if (answer.data === null) return found;
  const unsent = found.filter(({ isUnsent }) => isUnsent);
  const others = answer.data.data.filter(({ id }) => !unsent.some((each) => each.id === id));
  return [...unsent, ...others.map(toRow)];
}

const MAX_FOUND = 20;

function toRow(patient: Patient): PatientListRow {
  return { ...patient, isUnsent: false };
}
