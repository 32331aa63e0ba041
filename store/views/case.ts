import type { ServedFromCache } from '#store/session/freshness.ts';
import type { ConsentSummary, ListedCase, RecordSummary } from '#contract/shapes/record-summary.ts';
import { worseConfirmState } from '#domain/cases/confirm-state.ts';
import { awaitedSigners } from '#domain/consents/recipients.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { cardOf } from '#store/entities/search-pages.ts';
import type { PendingLocal, ConsentView } from './consent.ts';
import type { StandsOn } from './survivors.ts';

/** A row of a list of consents; `local` is absent without local changes. */
export type ConsentSummaryView = ConsentSummary & CacheAge & { readonly local?: PendingLocal };

type CacheAge = {
  /** when the copy was fetched (epoch ms), if that is earlier than for the rest of the list */
  readonly fetchedAt?: number;
};

/** A row of a list of cases. */
export type CaseSummaryView = Omit<RecordSummary, 'current'> &
  CacheAge & {
    readonly current: ConsentSummaryView | null;
    /** the people who see to its needs, as the server last said; absent where nobody does */
    readonly taken?: ListedCase['taken'];
    /** the listing was changed here, and the change is unsent */
    readonly isListingUnsent?: boolean;
    /** … and is in review or conflict: it needs a person */
    readonly isListingBlocked?: boolean;
  };

/** A case's listing, as this device has it. */
export type ListingView = Pick<
  CaseSummaryView,
  'caseNumber' | 'taken' | 'listed' | 'ended' | 'sameDay' | 'operator' | 'isListingUnsent' | 'isListingBlocked'
>;

/** One case: its versions, newest first, and its timeline. */
export type CaseView = {
  readonly record: CaseSummaryView;
  readonly consents: readonly ConsentView[];
  readonly timeline: readonly TimelineEvent[];
  /** time of the copy (epoch ms; null when unknown), when the case was read from the cache */
  readonly servedFromCache?: ServedFromCache;
};

/** Builds a case from its versions. @param versions - of one case, at least one */
export function toCaseView(
  versions: readonly ConsentView[],
  { patient, mergedFrom }: StandsOn,
  listing: ListingView = {},
): CaseView | null {
  const ended = endedOf(versions, listing);
  const consents = versions
    .map((version) => ({ ...withOperator(version, listing), ended }))
    .toSorted((one, other) => other.versionNumber - one.versionNumber);
  const [newest] = consents;
  if (newest === undefined) return null;
  const current = consents.find(({ status }) => status !== 'VOIDED');
  const record: CaseSummaryView = {
    recordID: newest.recordID,
    caseNumber: null,
    status: (current ?? newest).status,
    currentConsentID: current?.consentID ?? null,
    inForceConsentID: ended?.kind === 'CLOSED' ? null : (consents.find(({ status }) => status === 'SIGNED')?.consentID ?? null),
    version: 0,
    versions: Math.max(consents.length, newest.versionNumber),
    current: current === undefined ? null : toConsentSummary(current, { patient, mergedFrom }, listing.caseNumber),
    ...listing,
    ended,
    patient: cardOf(patient),
    mergedFrom,
    clinician: newest.clinician,
    createdAt: consents.at(-1)?.createdAt ?? newest.createdAt,
    updatedAt: newest.updatedAt,
  };
  return { record, consents, timeline: timelineOf(consents) };
}

/** The end of a case: as its listing has it while that is unsent, else as its versions do, of which one may be taken back here. */
function endedOf(versions: readonly ConsentView[], { ended, isListingUnsent = false }: ListingView): CaseSummaryView['ended'] {
  const takenBack = versions.find((each) => each.ended?.takenBackAt !== undefined)?.ended;
  if (takenBack !== undefined) return takenBack;
  return isListingUnsent && ended !== undefined ? ended : (ended ?? versions.find((each) => each.ended != null)?.ended ?? null);
}

/** A version while a change of who operates is unsent: it has to be confirmed on the day as well. */
function withOperator(consent: ConsentView, { operator, isListingUnsent = false }: ListingView): ConsentView {
  if (!isListingUnsent || operator == null || consent.status !== 'SIGNED') return consent;
  const before = (consent.operator ?? consent.clinician)._id;
  return operator._id === before ? consent : { ...consent, confirmState: worseConfirmState(consent.confirmState, 'DUE') };
}

/** One version as a row of a list. @param caseNumber - of its case, where the server has given one */
export function toConsentSummary(
  consent: ConsentView,
  { patient, mergedFrom }: StandsOn,
  caseNumber: CaseSummaryView['caseNumber'] = null,
): ConsentSummaryView {
  const {
    consentID,
    recordID,
    versionNumber,
    formType,
    status,
    sealState,
    confirmState,
    voidKind,
    origin,
    activeTab,
    clinician,
  } = consent;
  return {
    consentID,
    recordID,
    caseNumber,
    versionNumber,
    formType,
    status,
    sealState,
    confirmState,
    voidKind,
    ...(origin == null ? {} : { origin }),
    ended: consent.ended,
    procedures: consent.procedures.map(({ procedureName, side, site }) => ({ procedureName, side, site })),
    activeTab,
    patient: cardOf(patient),
    mergedFrom,
    clinician,
    waitingFor: awaitedSigners(consent).map(({ role }) => role),
    bitpaperPDFURL: null,
    preSignedDocumentUrl: null,
    createdAt: consent.createdAt,
    updatedAt: consent.updatedAt,
    ...(consent.local === undefined ? {} : { local: consent.local }),
  };
}

/**
 * Lays this device's unsent changes over a case from the server.
 *
 * @param local - the same case as this device has it; null when it has none of it
 */
export function overlayCase(server: CaseView, local: CaseView | null): CaseView {
  const unsent = (local?.consents ?? []).filter((consent) => consent.local?.isUnsent === true);
  if (local === null) return server;
  const { isListingUnsent = false, isListingBlocked = false, listed, ended, sameDay, operator = null } = local.record;
  const changed = { listed, ended, sameDay, operator, isListingUnsent, isListingBlocked };
  const record = isListingUnsent ? { ...server.record, ...changed } : server.record;
  const present = isListingUnsent ? server.consents.map((consent) => withOperator(consent, changed)) : server.consents;
  if (unsent.length === 0) return { ...server, record, consents: present };
  const overlaid = present.map((consent) => {
    const localVersion = unsent.find(({ consentID }) => consentID === consent.consentID);
    return localVersion === undefined
      ? consent
      : isAnnotationOnly(localVersion.local)
        ? { ...consent, local: localVersion.local }
        : localVersion;
  });
  const added = unsent.filter(({ consentID }) => !server.consents.some((each) => each.consentID === consentID));
  const localSummary = local.record.current;
  const isCurrent =
    localSummary !== null && localSummary.local?.isUnsent === true && localSummary.consentID === server.record.currentConsentID;
  return {
    record: isCurrent ? withLocalVersion(record, localSummary) : record,
    consents: [...added, ...overlaid],
    timeline: [...server.timeline, ...local.timeline.filter(({ hash }) => hash === '')],
  };
}

/** Whether a blocked local change only annotates the server's version: every one but edits of a draft, which are shown. */
export function isAnnotationOnly(local: PendingLocal | undefined): local is PendingLocal {
  return local?.blocked !== undefined && local.blocked.status !== 'DRAFT';
}

/** A row of a list of cases with this device's changes to its newest version. */
export function withLocalVersion(record: CaseSummaryView, localVersion: ConsentSummaryView): CaseSummaryView {
  if (!isAnnotationOnly(localVersion.local)) return { ...record, status: localVersion.status, current: localVersion };
  return { ...record, current: record.current === null ? null : { ...record.current, local: localVersion.local } };
}

// Each version carries the timeline of its whole case as of its fetch: the longest is the newest.
function timelineOf(consents: readonly ConsentView[]): TimelineEvent[] {
  const confirmed = consents.map(({ Timeline }) => Timeline.filter(({ hash }) => hash !== ''));
  const longest = confirmed.reduce<readonly TimelineEvent[]>(
    (longestSoFar, each) => (each.length > longestSoFar.length ? each : longestSoFar),
    [],
  );
  const pending = consents.flatMap(({ Timeline }) => Timeline.filter(({ hash }) => hash === ''));
  return [...longest, ...pending.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))];
}
