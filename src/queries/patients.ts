import type { Output } from '#contract/calls.ts';
import type { Patient } from '#domain/patient.ts';
import type { PatientStatus } from '#domain/states.ts';
import { currentHeld } from '#src/held/held.ts';
import type { Card } from '#store/card-pages.ts';
import type { SeenRecordSummary } from '#store/case-view.ts';
import { keepPreviousData, onlineManager, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { askForOne, askServer, type Asked } from './ask-server.ts';
import { pageOf } from './page-of.ts';

export type PatientListFilter = { readonly page: number; readonly search: string; readonly status: PatientStatus | 'ALL' };

/** One patient of a list; `isUnsent` while something of it is only on this tablet. */
export type PatientRow = Card & { readonly isUnsent: boolean };

/** That only this tablet was asked, and when it last knew everything (epoch ms, null: never). Null when the server was. */
type OnlyHere = { readonly at: number | null } | null;

export type PatientPage = Omit<Output<'patientGet'>['data'], 'records'> & {
  readonly records: readonly PatientRow[];
  readonly here: OnlyHere;
};

/** One patient with the cases, newest first; `isUnsent` and `here` as of rows and pages. `isStopped`: somebody must look at it first. */
export type PatientDetails = {
  readonly patient: Patient;
  readonly records: readonly SeenRecordSummary[];
  readonly isUnsent: boolean;
  readonly isStopped: boolean;
  readonly here: OnlyHere;
};

/** Somebody who may be the same person as a new patient. */
export type Double = Pick<Output<'patientCreate'>['data']['possibleDuplicates'][number], 'reason'> & { readonly patient: Card };

/** One page of the patients; the page before stays on screen while the next one comes, or what is found in memory meanwhile. */
export const patientListOptions = (filter: PatientListFilter) =>
  queryOptions({
    queryKey: ['patients', 'list', filter],
    queryFn: ({ signal }) => readPage(filter, signal),
    networkMode: 'always',
    placeholderData: (before) => foundAtOnce(filter, before) ?? before,
  });

/** One patient with the cases. */
export const patientOptions = (id: string) =>
  queryOptions({
    queryKey: ['patients', 'details', id],
    queryFn: ({ signal }) => readDetails(id, signal),
    networkMode: 'always',
  });

/** Up to 20 patients by name, number or birth date, best first. Nothing is asked for less than two characters. */
export const patientSearchOptions = (search: string) =>
  queryOptions({
    queryKey: ['patients', 'search', search],
    queryFn: ({ signal }) => readSearch(search, signal),
    networkMode: 'always',
    enabled: search.trim().length > 1,
    placeholderData: keepPreviousData,
  });

async function readPage({ page, search, status }: PatientListFilter, signal: AbortSignal): Promise<PatientPage> {
  const asked = await askServer((until) => api('patientGet', { page, search, status }, { signal: until }), signal);
  if (asked.held !== null) {
    const { pageHere } = await importHere();
    return pageHere(asked.held, { page, search, status }, asked.told?.data ?? null);
  }
  const { records, ...told } = asked.told.data;
  return { ...told, records: records.map(asRow), here: null };
}

/** Without the server what this tablet has in memory is the answer: nobody waits for a network that has no way to it. */
function foundAtOnce({ page, search, status }: PatientListFilter, before: PatientPage | undefined): PatientPage | undefined {
  const held = onlineManager.isOnline() ? null : currentHeld();
  if (held === null || search.trim() === '') return undefined;
  const found = held.cards
    .search(search, Number.POSITIVE_INFINITY)
    .filter((card) => status === 'ALL' || card.status === status)
    .map((card) => ({ ...card, isUnsent: card.recordID === null }));
  return { ...pageOf(found, page), here: before?.here ?? { at: null } };
}

async function readDetails(id: string, signal: AbortSignal): Promise<PatientDetails> {
  const ask = async (until: AbortSignal) => (await api('patientGetDetails', { id }, { signal: until })).data;
  const look = async (asked: Asked<Output<'patientGetDetails'>['data']>): Promise<PatientDetails> => {
    if (asked.held === null) return { ...asked.told, isUnsent: false, isStopped: false, here: null };
    const { detailsHere } = await importHere();
    return detailsHere(asked.held, id, asked);
  };
  return askForOne(ask, look, signal);
}

async function readSearch(search: string, signal: AbortSignal): Promise<readonly PatientRow[]> {
  const asked = await askServer((until) => api('patientSearch', { search }, { signal: until }), signal);
  if (asked.held === null) return asked.told.data.map(asRow);
  const { searchHere } = await importHere();
  const found = await searchHere(asked.held, search, MOST_FOUND);
  if (asked.told === null) return found;
  const unsent = found.filter(({ isUnsent }) => isUnsent);
  const others = asked.told.data.filter(({ id }) => !unsent.some((each) => each.id === id));
  return [...unsent, ...others.map(asRow)];
}

const MOST_FOUND = 20;
const asRow = (patient: Patient): PatientRow => ({ ...patient, isUnsent: false });

/** The store comes with the vault: a page that keeps nothing does not load it. */
const importHere = () => import('./patients-here.ts');
