import { EMPTY_LIBRARY, readLibrary } from '#store/entities/library.ts';
import type { PatientCard } from '#store/entities/search-pages.ts';
import { readSummaries, type Summaries } from '#store/entities/summaries.ts';
import { readProfile } from '#store/session/profile.ts';
import type { Store } from '#store/session/store.ts';
import { confirmClockOf } from './confirm-state.ts';
import { blockedLanes } from './blocked.ts';
import { caseViews, versionsByCase } from './case-groups.ts';
import { compareIds } from './compare-ids.ts';
import { toConsentSummary, type CaseSummaryView, type CaseView, type ConsentSummaryView } from './case.ts';
import type { ConsentView } from './consent.ts';
import { listingViewOf, readBlockedListings } from './listing.ts';
import { partsOfSummary } from './summary-parts.ts';
import { standsOn, withSurvivors } from './survivors.ts';
import { versionView, type BlockedMode } from './version.ts';

/** The fields of a version that a summary has. */
export type VersionSummary = Pick<
  ConsentView,
  | 'consentID'
  | 'status'
  | 'signedAt'
  | 'sealState'
  | 'confirmState'
  | 'confirmation'
  | 'clinician'
  | 'operator'
  | 'ended'
  | 'child'
  | 'origin'
  | 'formType'
  | 'basis'
  | 'shownPatient'
  | 'questions'
  | 'Timeline'
  | 'recipients'
  | 'addedSigners'
  | 'disagreement'
  | 'parents'
  | 'interpreter'
  | 'interpreterNeeded'
  | 'interpreterNoneReason'
  | 'links'
  | 'identityChecks'
  | 'additionalChoices'
  | 'safetyNotShown'
  | 'talks'
  | 'laterAnswers'
  | 'createdAt'
  | 'sentAt'
  | 'updatedAt'
  | 'local'
> & { readonly procedures: readonly (ConsentSummaryView['procedures'][number] & { readonly procedureID: string })[] };

/** One case with its versions, newest first. */
export type SummarizedCase = { readonly record: CaseSummaryView; readonly consents: readonly VersionSummary[] };

/** Reads the cases of this device from their summaries, the newest change first. Versions whose patient is not here are left out. */
export async function readCaseSummaries(store: Store): Promise<CaseSummaryView[]> {
  return (await summarizeCases(store, await readSummaries(store))).map(({ record }) => record);
}

/** Reads all versions on this device as rows of a list, the newest change first; each as its case has it, with what is unsent of that. */
export async function readConsentSummaries(store: Store): Promise<ConsentSummaryView[]> {
  const summaries = await readSummaries(store);
  const versions = await versionsOf(store, summaries, 'without');
  const byCase = versionsByCase(versions);
  const find = await withSurvivors(store, summaries.patients);
  return (await casesOf(store, summaries, byCase))
    .flatMap(({ record, consents }) => {
      const [version] = byCase.get(record.recordID) ?? [];
      return version === undefined
        ? []
        : consents.map((each) => toConsentSummary(each, standsOn(version.patient, find), record.caseNumber));
    })
    .toSorted(
      (one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt) || compareIds(one.consentID, other.consentID),
    );
}

/** Makes cases of summaries, as {@link readCaseSummaries}. */
export async function summarizeCases(
  store: Store,
  summaries: Summaries,
  blockedMode: BlockedMode = 'without',
): Promise<SummarizedCase[]> {
  return casesOf(store, summaries, versionsByCase(await versionsOf(store, summaries, blockedMode)));
}

type PatientVersion = { readonly consent: ConsentView; readonly patient: PatientCard };

async function casesOf(
  store: Store,
  summaries: Summaries,
  byCase: ReturnType<typeof versionsByCase<PatientVersion>>,
): Promise<CaseView[]> {
  const blocked = await readBlockedListings(store, summaries.listings);
  const listings = new Map(summaries.listings.map((each) => [each.listing.recordID, listingViewOf(each, blocked)]));
  return caseViews(byCase, listings, await withSurvivors(store, summaries.patients));
}

async function versionsOf(store: Store, { consents, patients }: Summaries, blockedMode: BlockedMode): Promise<PatientVersion[]> {
  const user = consents.length === 0 ? null : await readProfile(store);
  if (user === null) return [];
  // The library gives a name to the procedures of local drafts; all others have theirs.
  const isDrafted = consents.some(({ consent, serverCopy }) => [consent, serverCopy].some((each) => each?.draft.procedures));
  const library = isDrafted ? await readLibrary(store) : EMPTY_LIBRARY;
  const context = { user, library, blockedByLane: await blockedLanes(store), blockedMode, confirmClock: confirmClockOf(store) };
  return consents.flatMap((entry) => {
    const patient = patients.get(entry.consent.patientID);
    return patient === undefined ? [] : [{ patient, consent: versionView(partsOfSummary(entry), context) }];
  });
}
