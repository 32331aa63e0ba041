import type { Output } from '#contract/calls.ts';
import type { ConsentSummary, RecordSummary } from '#contract/shapes/record-summary.ts';
import { hasStopped } from '#domain/cases/case-end.ts';
import { isCaseNumber } from '#domain/cases/case-number.ts';
import { DAY } from '#domain/base/limits.ts';
import { searchableText, searchWords } from '#domain/values/search-text.ts';
import type { CaseStatus } from '#domain/base/states.ts';
import { DURATION_DAYS, type Duration } from '#domain/base/durations.ts';
import { fetchTimes, lastPulledAt } from '#store/session/freshness.ts';
import { isAnnotationOnly, withLocalVersion, type CaseSummaryView, type ConsentSummaryView } from '#store/views/case.ts';
import { readCaseSummaries, readConsentSummaries } from '#store/views/case-summaries.ts';
import type { PendingLocal } from '#store/views/consent.ts';
import { servedFromCache, type LocalContext, type ServedFromCache, type ServerAnswer } from './context.ts';
import { paginate } from './paginate.ts';

/** The state of a list: one of its versions, or that their cases have ended. */
export type ListedState = CaseStatus | 'ALL' | 'ENDED';

export type RecordListFilter = {
  readonly page: number;
  readonly search: string;
  readonly status: ListedState;
  readonly duration: Duration;
};

export type ConsentListFilter = {
  readonly page: number;
  readonly search: string;
  readonly status: ListedState;
  /** Only those of the person signed in. */
  readonly isMine: boolean;
};

/** One page of a list. */
export type ListPage<T> = Omit<Output<'recordGet'>['data'], 'records'> & {
  readonly records: readonly T[];
  readonly servedFromCache?: ServedFromCache;
};

/** Lists of cases and consents of this device. */
export function localLists(context: LocalContext) {
  return {
    records: (filter: RecordListFilter, answer: ServerAnswer<ListPage<RecordSummary>>) => readRecords(context, filter, answer),
    consents: (filter: ConsentListFilter, answer: ServerAnswer<ListPage<ConsentSummary>>) =>
      readConsents(context, filter, answer),
  };
}

/** A page of the server's with this device's unsent cases on top, or all from this device when the server is out of reach. */
async function readRecords(
  context: LocalContext,
  filter: RecordListFilter,
  answer: ServerAnswer<ListPage<RecordSummary>>,
): Promise<ListPage<CaseSummaryView>> {
  const local = await readCaseSummaries(context.store);
  const fits = ({ patient, mergedFrom, caseNumber, current, status, ended, updatedAt }: CaseSummaryView) =>
    isStatus({ status, ended }, filter.status) &&
    isWithin(updatedAt, filter.duration) &&
    isFound(filter.search, { ...patient, mergedFrom, caseNumber }, current?.procedures);
  return mergeList(context, answer, {
    local,
    fits,
    page: filter.page,
    isUnsent: ({ current }: CaseSummaryView) => isUnsent(current?.local),
    idOf: ({ recordID }: CaseSummaryView) => recordID,
    versionOf: ({ currentConsentID }: CaseSummaryView) => currentConsentID,
    annotate: (line: CaseSummaryView, { current }: CaseSummaryView) =>
      current !== null && isAnnotationOnly(current.local) && current.consentID === line.currentConsentID
        ? withLocalVersion(line, current)
        : null,
  });
}

/** As {@link readRecords}, version by version. */
async function readConsents(
  context: LocalContext,
  filter: ConsentListFilter,
  answer: ServerAnswer<ListPage<ConsentSummary>>,
): Promise<ListPage<ConsentSummaryView>> {
  const local = await readConsentSummaries(context.store);
  const fits = ({ status, ended, clinician, patient, mergedFrom, caseNumber, procedures }: ConsentSummaryView) =>
    isStatus({ status, ended }, filter.status) &&
    (!filter.isMine || clinician._id === context.userId) &&
    isFound(filter.search, { ...patient, mergedFrom, caseNumber }, procedures);
  return mergeList(context, answer, {
    local,
    fits,
    page: filter.page,
    isUnsent: (consent: ConsentSummaryView) => isUnsent(consent.local),
    idOf: ({ consentID }: ConsentSummaryView) => consentID,
    versionOf: ({ consentID }: ConsentSummaryView) => consentID,
    annotate: (line: ConsentSummaryView, { local: own }: ConsentSummaryView) =>
      isAnnotationOnly(own) ? { ...line, local: own } : null,
  });
}

type ListMergeOptions<T> = {
  readonly local: readonly T[];
  /** the reader's filter */
  readonly fits: (line: T) => boolean;
  readonly page: number;
  readonly isUnsent: (line: T) => boolean;
  readonly idOf: (line: T) => string;
  /** the version whose age is the line's */
  readonly versionOf: (line: T) => string | null;
  /** the server's line with a note that an op of it is blocked; null where this device's own line takes its place */
  readonly annotate: (line: T, own: T) => T | null;
};

/** @throws the failure of the call when this device was never in sync and has no line: an empty list would claim that there is none */
async function mergeList<T extends { readonly fetchedAt?: number }>(
  { store }: LocalContext,
  { data, failure }: ServerAnswer<ListPage<T>>,
  { local, fits, page, isUnsent: isPending, idOf, versionOf, annotate }: ListMergeOptions<T>,
): Promise<ListPage<T>> {
  if (data === null) {
    const at = await lastPulledAt(store);
    if (at === null && local.length === 0) throw failure;
    const shown = paginate(local.filter(fits), page);
    const times = await fetchTimes(
      store,
      shown.records.map((line) => ({ table: 'consents', id: versionOf(line) ?? '' })),
    );
    const records = shown.records.map((line) => {
      const fetchedAt = times.get(versionOf(line) ?? '');
      return fetchedAt === undefined || (at !== null && fetchedAt >= at) ? line : { ...line, fetchedAt };
    });
    return { ...shown, records, servedFromCache: servedFromCache(at, failure) };
  }
  const pending = new Map(local.filter(isPending).map((line) => [idOf(line), line]));
  const overlaid = data.records.flatMap((line) => {
    const own = pending.get(idOf(line));
    if (own === undefined) return [line];
    // With its unsent changes a line may no longer fit the filter.
    return annotate(line, own) ?? (fits(own) ? [own] : []);
  });
  const known = new Set(data.records.map(idOf));
  // Lines that only this device has come on top of the first page, whatever page the server would put them on.
  const added = page === 1 ? [...pending.values()].filter((line) => fits(line) && !known.has(idOf(line))) : [];
  return { ...data, records: [...added, ...overlaid], total: data.total + added.length };
}

function isUnsent(local: PendingLocal | undefined): boolean {
  return local?.isUnsent === true;
}

function isStatus({ status, ended }: Pick<CaseSummaryView, 'status' | 'ended'>, wanted: ListedState): boolean {
  if (wanted === 'ENDED') return ended != null;
  return !hasStopped(ended) && (wanted === 'ALL' || status === wanted);
}

function isWithin(updatedAt: string, duration: Duration): boolean {
  return duration === 'ALL' || Date.parse(updatedAt) >= Date.now() - DURATION_DAYS[duration] * DAY;
}

type Named = RecordSummary['patient'] & Pick<RecordSummary, 'mergedFrom' | 'caseNumber'>;
type Procedures = readonly { readonly procedureName: string }[];

function isFound(search: string, patient: Named, procedures: Procedures = []): boolean {
  const { firstName, lastName, recordID, nhsNumber, hospitalNumber, dateOfBirth, mergedFrom, caseNumber = null } = patient;
  const born = [dateOfBirth, dateOfBirth.split('-').toReversed().join('/')];
  const names = procedures.map(({ procedureName }) => procedureName);
  const before =
    mergedFrom == null ? [] : [mergedFrom.firstName, mergedFrom.lastName, mergedFrom.recordID, mergedFrom.dateOfBirth];
  const text = searchableText([...before, firstName, lastName, recordID, nhsNumber, hospitalNumber, ...born, ...names]);
  return searchWords(search).every((word) => text.includes(word) || isCaseNumber(word, caseNumber));
}
