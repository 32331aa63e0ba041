import { hasInk } from '#domain/values/ink.ts';
import type { Output, Input } from '#contract/calls.ts';
import { likelyDuplicates } from '#domain/patients/likely-duplicates.ts';
import type { Patient } from '#domain/patients/patient.ts';
import type { LocalData } from '#src/offline/local/local-data.ts';
import { paginate } from '#src/offline/local/paginate.ts';
import type {
  LocalDuplicate,
  PatientDetails,
  PatientListFilter,
  PatientPage,
  PatientListRow,
} from '#src/offline/local/patients.ts';
import { oneFromServerOrLocal, serverOrLocal, type CopyDisplay, type ServerOrLocal } from '#src/offline/server-or-local.ts';
import { currentOfflineSession } from '#src/offline/session.ts';
import { api, apiFile } from '#src/session/api.ts';
import { keepPreviousData, onlineManager, queryOptions, useMutation } from '@tanstack/react-query';
import { copyFirst } from '#src/queries/client/copy-first.ts';

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
    queryFn: (context) => readPage(filter, copyFirst(context)),
    networkMode: 'always',
    refetchOnReconnect: true,
    placeholderData: (before) => searchInMemory(filter, before) ?? before,
  });

/** One patient with the cases. */
export const patientOptions = (id: string) =>
  queryOptions({
    queryKey: ['patients', 'details', id],
    queryFn: (context) => readDetails(id, copyFirst(context)),
    networkMode: 'always',
    refetchOnReconnect: true,
  });

/** Up to 20 patients by name, number or birth date, best first. No search below two characters. */
export const patientSearchOptions = (search: string) =>
  queryOptions({
    queryKey: ['patients', 'search', search],
    queryFn: (context) => readSearch(search, copyFirst(context)),
    networkMode: 'always',
    refetchOnReconnect: true,
    enabled: search.trim().length > 1,
    placeholderData: keepPreviousData,
  });

/** The identity of a patient who is being entered, for the search for duplicates. */
export type EnteredIdentity = Pick<Patient, 'id' | 'lastName' | 'dateOfBirth' | 'nhsNumber' | 'hospitalNumber'>;

/**
 * The likely duplicates of a patient who does not exist yet, among the server's and this tablet's; offline among this tablet's.
 *
 * @throws the server's refusal, and Unreachable where no vault is open
 */
export async function findDuplicates(entered: EnteredIdentity, signal: AbortSignal): Promise<readonly LocalDuplicate[]> {
  return duplicatesAmong(entered, (search) => readSearch(search, { signal, show: nothing, drop: nothing }));
}

/**
 * The likely duplicates of a patient who does not exist yet, among the server's and those that this tablet has not sent: for an
 * act that needs the server, copies of this tablet are no answer.
 *
 * @throws a refusal of the server, and its silence
 */
export async function findServerDuplicates(entered: EnteredIdentity): Promise<readonly LocalDuplicate[]> {
  return duplicatesAmong(entered, async (search) => {
    const { data } = await api('patientSearch', { search });
    return foundWith(data, currentOfflineSession()?.local ?? null, search);
  });
}

async function duplicatesAmong(
  entered: EnteredIdentity,
  search: (search: string) => Promise<readonly PatientListRow[]>,
): Promise<readonly LocalDuplicate[]> {
  const { lastName, dateOfBirth, nhsNumber, hospitalNumber } = entered;
  const searches = [`${lastName} ${dateOfBirth}`, nhsNumber, hospitalNumber].filter((each) => each !== null);
  const found = (await Promise.all(searches.map(search))).flat();
  return likelyDuplicates({ ...entered, status: 'ACTIVE' }, [...new Map(found.map((each) => [each.id, each])).values()]);
}

/** As {@link findDuplicates}, of details that are still being typed; null while they name nobody. */
export const duplicateOptions = (entered: EnteredIdentity | null) =>
  queryOptions({
    queryKey: ['patients', 'duplicates', entered],
    queryFn: ({ signal }) => (entered === null ? [] : findDuplicates(entered, signal)),
    networkMode: 'always',
    enabled: entered !== null,
    gcTime: 0,
  });

/** Ignores the cached matches that are shown while the server is asked: they may miss a duplicate. */
function nothing(): void {}

async function readPage(filter: PatientListFilter, display: CopyDisplay<PatientPage>): Promise<PatientPage> {
  const { page, search, status } = filter;
  const ask = async (cut: AbortSignal) => (await api('patientGet', { page, search, status }, { signal: cut })).data;
  const toView = async (answer: ServerOrLocal<Output<'patientGet'>['data']>): Promise<PatientPage> => {
    if (answer.local !== null) return answer.local.patients.page({ page, search, status }, answer);
    return { ...answer.data, records: answer.data.records.map(toRow), servedFromCache: null };
  };
  return serverOrLocal(ask, toView, display);
}

/** Searches the patients in memory at once when offline, without waiting for the server. */
function searchInMemory({ page, search, status }: PatientListFilter, before: PatientPage | undefined): PatientPage | undefined {
  const offline = onlineManager.isOnline() ? null : currentOfflineSession();
  if (offline === null || !hasInk(search)) return undefined;
  const found = offline.cards
    .search(search, Number.POSITIVE_INFINITY)
    .filter((card) => status === 'ALL' || card.status === status);
  const shown = paginate(found, page);
  const records = shown.records.map((card) => ({ ...card, isUnsent: card.recordID === null }));
  return { ...shown, records, servedFromCache: before?.servedFromCache ?? { at: null } };
}

async function readDetails(id: string, display: CopyDisplay<PatientDetails>): Promise<PatientDetails> {
  const ask = async (cut: AbortSignal) => (await api('patientGetDetails', { id }, { signal: cut })).data;
  const toView = async (answer: ServerOrLocal<Output<'patientGetDetails'>['data']>): Promise<PatientDetails> =>
    answer.local === null
      ? { ...answer.data, alike: answer.data.alike ?? [], isUnsent: false, isBlocked: false, servedFromCache: null }
      : answer.local.patients.details(id, answer);
  return oneFromServerOrLocal(ask, toView, display);
}

async function readSearch(search: string, display: CopyDisplay<readonly PatientListRow[]>): Promise<readonly PatientListRow[]> {
  const ask = async (cut: AbortSignal) => (await api('patientSearch', { search }, { signal: cut })).data;
  const toView = async (answer: ServerOrLocal<Output<'patientSearch'>['data']>): Promise<readonly PatientListRow[]> => {
    if (answer.data === null) return answer.local.patients.search(search, MAX_FOUND);
    return foundWith(answer.data, answer.local, search);
  };
  return serverOrLocal(ask, toView, display);
}

/** The patients that the server has found, below those that this tablet has not sent yet. */
async function foundWith(data: readonly Patient[], local: LocalData | null, search: string): Promise<readonly PatientListRow[]> {
  const unsent = ((await local?.patients.search(search, MAX_FOUND)) ?? []).filter(({ isUnsent }) => isUnsent);
  const others = data.filter(({ id }) => !unsent.some((each) => each.id === id));
  return [...unsent, ...others.map(toRow)];
}

const MAX_FOUND = 20;

function toRow(patient: Patient): PatientListRow {
  return { ...patient, isUnsent: false };
}

/** Reads a patient's record as a file of FHIR R4; it is in the memory of this page alone. */
export function usePatientBundle() {
  return useMutation({
    mutationFn: (input: Required<Input<'patientGetBundle'>>) => apiFile('patientGetBundle', input),
    networkMode: 'always',
    gcTime: 0,
  });
}
