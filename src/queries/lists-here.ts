import type { ConsentSummary, RecordSummary } from '#contract/record-summary.ts';
import { DAY } from '#domain/limits.ts';
import { foldForSearch, searchWords } from '#domain/search-text.ts';
import type { CaseStatus, Duration } from '#domain/states.ts';
import type { OnlyHere } from '#store/consent-view.ts';
import { isOnlyNoted, withCurrent, type SeenConsentSummary, type SeenRecordSummary } from '#store/case-view.ts';
import { readCases, readConsentList } from '#store/cases.ts';
import { fetchedAt, lookedAt } from '#store/looked.ts';
import type { AskedHere } from './ask-server.ts';
import type { ConsentListFilter, PageOf, RecordListFilter } from './dashboard.ts';
import { pageOf } from './page-of.ts';

// The lists of cases and consents with an open vault. Loaded with the vault: it brings the database along.

/** A page of the server's with this tablet's unsent cases on top, or all from this tablet where the server cannot be reached. */
export async function recordsHere(
  filter: RecordListFilter,
  asked: AskedHere<PageOf<RecordSummary>>,
): Promise<PageOf<SeenRecordSummary>> {
  const here = (await readCases(asked.held.store)).map(({ record }) => record);
  const fits = ({ patient, current, status, updatedAt }: SeenRecordSummary) =>
    isStatus(status, filter.status) &&
    isWithin(updatedAt, filter.duration) &&
    isFound(filter.search, patient, current?.procedures);
  return listOf(asked, {
    here,
    fits,
    page: filter.page,
    isUnsent: ({ current }: SeenRecordSummary) => isUnsent(current?.here),
    idOf: ({ recordID }: SeenRecordSummary) => recordID,
    versionOf: ({ currentConsentID }: SeenRecordSummary) => currentConsentID,
    noted: (told: SeenRecordSummary, { current }: SeenRecordSummary) =>
      current !== null && isOnlyNoted(current.here) && current.consentID === told.currentConsentID
        ? withCurrent(told, current)
        : null,
  });
}

/** As {@link recordsHere}, version by version. */
export async function consentsHere(
  filter: ConsentListFilter,
  asked: AskedHere<PageOf<ConsentSummary>>,
): Promise<PageOf<SeenConsentSummary>> {
  const { held } = asked;
  const here = await readConsentList(held.store);
  const fits = ({ status, clinician, patient, procedures }: SeenConsentSummary) =>
    isStatus(status, filter.status) &&
    (!filter.isMine || clinician._id === held.userId) &&
    isFound(filter.search, patient, procedures);
  return listOf(asked, {
    here,
    fits,
    page: filter.page,
    isUnsent: (consent: SeenConsentSummary) => isUnsent(consent.here),
    idOf: ({ consentID }: SeenConsentSummary) => consentID,
    versionOf: ({ consentID }: SeenConsentSummary) => consentID,
    noted: (told: SeenConsentSummary, { here: own }: SeenConsentSummary) => (isOnlyNoted(own) ? { ...told, here: own } : null),
  });
}

type Lists<T> = {
  readonly here: readonly T[];
  /** what the reader has asked for */
  readonly fits: (line: T) => boolean;
  readonly page: number;
  readonly isUnsent: (line: T) => boolean;
  readonly idOf: (line: T) => string;
  /** the version whose age is the line's */
  readonly versionOf: (line: T) => string | null;
  /** the server's line with a note that something of it needs a person; null where this tablet's own line takes its place */
  readonly noted: (told: T, own: T) => T | null;
};

/** @throws Unreachable where the server cannot be reached and this tablet has never known anything */
async function listOf<T extends { readonly seenAt?: number }>(
  { held: { store }, told, failure }: AskedHere<PageOf<T>>,
  { here, fits, page, isUnsent: isMine, idOf, versionOf, noted }: Lists<T>,
): Promise<PageOf<T>> {
  if (told === null) {
    const at = await fetchedAt(store);
    if (at === null && here.length === 0) throw failure;
    const shown = pageOf(here.filter(fits), page);
    const looked = await lookedAt(
      store,
      shown.records.map((line) => ({ table: 'consents', id: versionOf(line) ?? '' })),
    );
    const records = shown.records.map((line) => {
      const seenAt = looked.get(versionOf(line) ?? '');
      return seenAt === undefined || (at !== null && seenAt >= at) ? line : { ...line, seenAt };
    });
    return { ...shown, records, fromTablet: { at } };
  }
  const mine = new Map(here.filter(isMine).map((line) => [idOf(line), line]));
  const overlaid = told.records.flatMap((line) => {
    const own = mine.get(idOf(line));
    if (own === undefined) return [line];
    // As this tablet has it, a line may no longer be what was asked for.
    return noted(line, own) ?? (fits(own) ? [own] : []);
  });
  const known = new Set(told.records.map(idOf));
  // What this tablet alone has stands on top of the first page, whatever page the server would put it on.
  const added = page === 1 ? [...mine.values()].filter((line) => fits(line) && !known.has(idOf(line))) : [];
  return { ...told, records: [...added, ...overlaid], total: told.total + added.length };
}

function isUnsent(here: OnlyHere | undefined): boolean {
  return here?.isUnsent === true;
}

function isStatus(status: CaseStatus, wanted: CaseStatus | 'ALL'): boolean {
  return wanted === 'ALL' || status === wanted;
}

const DAYS: Readonly<Record<Duration, number>> = {
  TODAY: 1,
  WEEK: 7,
  MONTH: 30,
  QUARTER: 91,
  YEAR: 365,
  ALL: Number.POSITIVE_INFINITY,
};

function isWithin(updatedAt: string, duration: Duration): boolean {
  return Date.parse(updatedAt) >= Date.now() - DAYS[duration] * DAY;
}

type Named = RecordSummary['patient'];
type Procedures = readonly { readonly procedureName: string }[];

function isFound(search: string, patient: Named, procedures: Procedures = []): boolean {
  const { firstName, lastName, recordID, nhsNumber, hospitalNumber, dateOfBirth } = patient;
  const born = [dateOfBirth, dateOfBirth.split('-').toReversed().join('/')];
  const names = procedures.map(({ procedureName }) => procedureName);
  const text = foldForSearch([firstName, lastName, recordID, nhsNumber, hospitalNumber, ...born, ...names].join(' '));
  return searchWords(search).every((word) => text.includes(word));
}
