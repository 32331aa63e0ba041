import { doneOn, endedStateOf } from '#domain/cases/case-end.ts';
import { identityCheckOf, isIdentityOpen, type FormIdentityState } from '#domain/patients/identity-check.ts';
import type { ListedAt } from '#contract/shapes/record-summary.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import { ageFactsOf } from '#domain/theatre/age-on-day.ts';
import { hasChildDissent } from '#domain/family/family-signers.ts';
import { factsOnForm, formFactsOf, type FormFacts } from '#domain/theatre/form-facts.ts';
import { lightOf, worseLight, type Light } from '#domain/theatre/theatre-light.ts';
import { sameDayOf, type SameDayConsent } from '#domain/theatre/same-day.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import type { PatientStatus } from '#domain/base/states.ts';
import { readSummaries } from '#store/entities/summaries.ts';
import type { CaseSummaryView } from './case.ts';
import { summarizeCases, type SummarizedCase, type VersionSummary } from './case-summaries.ts';
import { confirmClockOf, localConfirmWords, todayOfClock, type ConfirmClock } from './confirm-state.ts';
import { listingViewOf, readBlockedListings } from './listing.ts';
import { sameDayByCase } from './same-day.ts';
import { standsOn, withSurvivors } from './survivors.ts';
import type { Entities } from '#store/entities/types.ts';
import type { Store } from '#store/session/store.ts';

/** A case on a list for surgery, as a screen shows it. */
export type ListedCaseView = Light &
  ListedAt & {
    readonly recordID: string;
    readonly caseNumber: CaseSummaryView['caseNumber'];
    readonly taken: CaseSummaryView['taken'];
    readonly patient: CaseSummaryView['patient'];
    /** the record that the case was opened for, where it is merged into the patient's */
    readonly mergedFrom: CaseSummaryView['mergedFrom'];
    /** procedures of the version in force, else of the newest one; null when that one is not on this device */
    readonly procedures: NonNullable<CaseSummaryView['current']>['procedures'] | null;
    /** whether a change of the case is unsent */
    readonly isUnsent: boolean;
    /** the end of the case, as this device knows it */
    readonly ended: CaseSummaryView['ended'];
    /** whether the local change of the listing needs a person */
    readonly isBlocked: boolean;
  };

/** `hidden`: number of cases that cannot be shown, since their patient is not on this device, or their row is unreadable. */
export type ComingListView = { readonly rows: readonly ListedCaseView[]; readonly hidden: number };

/**
 * Reads this user's cases that are listed for a day or later, the next one first. The light is the worse of the server's last light and
 * this device's own: neither alone may claim that there is a consent.
 *
 * @param today - plain date
 */
export async function readComingList(store: Store, today: string): Promise<ComingListView> {
  const summaries = await readSummaries(store);
  const listings = summaries.listings.flatMap(({ state, listing }) =>
    listing.listed === null || listing.listed.date < today ? [] : [{ state, listing: { ...listing, listed: listing.listed } }],
  );
  const blocked = await readBlockedListings(store, listings);
  const wanted = new Set(listings.map(({ listing }) => listing.recordID));
  const consents = summaries.consents.filter(({ consent }) => wanted.has(consent.recordID));
  // A blocked withdrawal still counts until a person has resolved it: the light must not be better than with it.
  const cases = await summarizeCases(store, { ...summaries, consents }, 'with');
  const find = await withSurvivors(store, summaries.patients);
  const unsentPatients = new Set(await store.db.patients.where('state').equals('unsent').primaryKeys());
  const caseById = new Map(cases.map((each) => [each.record.recordID, each]));
  const sameDay = sameDayByCase(listings, caseById);
  const views = listings.map((entry): ListedCaseView[] => {
    const { listing } = entry;
    const { recordID, patientID, listed } = listing;
    const localCase = caseById.get(recordID);
    const own = summaries.patients.get(patientID);
    const whose = localCase?.record ?? (own === undefined ? undefined : standsOn(own, find));
    if (whose === undefined) return [];
    const { isListingUnsent = false, isListingBlocked = false } = listingViewOf(entry, blocked);
    // A change of the patient that the server does not have counts beside its answer, where the signed form now names another.
    const identity = identityOf(localCase, versionOf(localCase, listing.inForceConsentID));
    const isChangedHere = unsentPatients.has(whose.patient.id) && identity !== undefined && isIdentityOpen(identity);
    const isUnsent = isListingUnsent || isChangedHere || (localCase !== undefined && hasUnsent(localCase));
    const light = confirmedLight(
      worseLight(
        listing,
        localLight(localCase, {
          ...listing,
          clock: confirmClockOf(store),
          sameDay: sameDay.get(recordID) ?? [],
          interpreterNeeded: find(whose.patient.id)?.interpreterNeeded,
        }),
      ),
      versionOf(localCase, listing.inForceConsentID),
    );
    return [
      {
        ...listed,
        ...(isUnsent ? worseLight(light, unsentLight(listing.ended, isListingUnsent)) : light),
        recordID,
        caseNumber: listing.caseNumber,
        taken: listing.taken,
        ended: localCase?.record.ended ?? listing.ended,
        patient: whose.patient,
        mergedFrom: whose.mergedFrom,
        procedures: proceduresOf(localCase, listing),
        isUnsent,
        isBlocked: isListingBlocked,
      },
    ];
  });
  const rows = views.flat().toSorted(byDate);
  // An unreadable listing may be a listed case: it counts as hidden.
  return { rows, hidden: listings.length - rows.length + summaries.unreadable };
}

const UNSENT_LIGHT: Light = { light: 'AMBER', reason: 'Something of it waits to be sent' };
const DONE_HERE: Light = { light: 'AMBER', reason: 'Recorded as done here, waiting to send' };
const CONFIRMED_LIGHT: Light = { light: 'AMBER', reason: 'Confirmed here, waiting to send' };
const MISSING_LIGHT: Light = { light: 'AMBER', reason: 'The consent is not on this tablet' };

/** The light while a change is unsent. @param isOfListing - the change is one of the case itself, such as its end */
function unsentLight(ended: Entities['listings']['ended'], isOfListing: boolean): Light {
  return isOfListing && doneOn(ended) !== undefined ? DONE_HERE : UNSENT_LIGHT;
}

type Clocked = { readonly clock: ConfirmClock };
type CaseVersions = Pick<Entities['listings'], 'currentConsentID' | 'inForceConsentID'>;

/** The version of a case with this id; undefined when there is none, or it is not on this device. */
function versionOf(localCase: SummarizedCase | undefined, id: string | null): VersionSummary | undefined {
  return id === null ? undefined : localCase?.consents.find(({ consentID }) => consentID === id);
}

/** The light while a confirmation on the day is unsent: never better than amber, and of a red one its own reason. */
function confirmedLight(light: Light, inForce: VersionSummary | undefined): Light {
  return inForce?.local?.confirmedAt === undefined || inForce.local.blocked !== undefined
    ? light
    : worseLight(CONFIRMED_LIGHT, light);
}

function proceduresOf(
  localCase: SummarizedCase | undefined,
  { currentConsentID, inForceConsentID }: CaseVersions,
): ListedCaseView['procedures'] {
  // A version created here since the listing was fetched is newer than the listing's.
  const newest = localCase?.record.current ?? versionOf(localCase, currentConsentID) ?? null;
  const version = inForceConsentID === null ? newest : (versionOf(localCase, inForceConsentID) ?? null);
  return version === null ? null : [...version.procedures];
}

function hasUnsent({ consents }: SummarizedCase): boolean {
  return consents.some(({ local }) => local?.isUnsent === true);
}

/** This device's own light of a case; at best amber when a version that the server's light rests on is not here. */
function localLight(
  localCase: SummarizedCase | undefined,
  {
    recordID,
    currentConsentID,
    inForceConsentID,
    listed,
    sameDay,
    clock,
    interpreterNeeded,
  }: CaseVersions &
    Pick<Entities['listings'], 'recordID' | 'listed'> &
    Clocked & { readonly sameDay: readonly SameDayConsent[]; readonly interpreterNeeded: boolean | undefined },
): Light {
  if (localCase === undefined) return MISSING_LIGHT;
  const { record, consents } = localCase;
  const { dateOfBirth } = record.patient;
  const inForce = versionOf(localCase, inForceConsentID);
  const newest = versionOf(localCase, record.currentConsentID);
  const isComplete = [currentConsentID, inForceConsentID].every((id) => id === null || versionOf(localCase, id) !== undefined);
  // The server decides which version is in force; this device must see as well that it still is signed.
  const isInForce = inForce?.status === 'SIGNED';
  // A summary's status comes from the patient's own schema.
  const patientStatus = record.mergedFrom == null ? (record.patient.status as PatientStatus) : 'MERGED';
  const light = lightOf({
    patientStatus,
    status: record.status,
    inForce: isInForce ? { ...inForce, confirmed: localConfirmWords(inForce, clock) } : null,
    isNewest: isInForce && inForce === newest,
    isLastVoided: consents[0]?.status === 'VOIDED' && consents[0].signedAt !== null,
    hasOpenQuestion: [inForce, newest].some((version) => version?.questions.some(({ answer }) => answer === null) ?? false),
    identity: identityOf(localCase, inForce),
    openPoints: inForce === undefined ? [] : openPointsOnForm(inForce),
    facts: isInForce ? factsOf(inForce, interpreterNeeded) : undefined,
    patientAge: isInForce ? ageFactsOf(inForce, { ...ageClock(clock), dateOfBirth, listedOn: listed?.date ?? null }) : undefined,
    sameDay: listed === null ? undefined : sameDayOf(recordID, sameDay, { listedOn: listed.date, today: todayOfClock(clock) }),
    ended: endedStateOf(record.ended, { listedOn: listed?.date ?? null, today: todayOfClock(clock) }),
  });
  // A version that is missing here might change the light: then the server's light counts, at best as amber.
  const isOver = !mayStartConsent(patientStatus) || consents.some(({ status }) => status === 'WITHDRAWN');
  if (!isComplete) return isOver ? worseLight(MISSING_LIGHT, light) : MISSING_LIGHT;
  return newest?.local?.allSignedAt != null
    ? worseLight(light, { light: 'AMBER', reason: 'Signed, waiting to be sealed' })
    : light;
}

/** The facts of a signed form beside the patient's record. A record that does not say whether an interpreter is needed says no “no”. */
function factsOf(form: VersionSummary, interpreterNeeded = true): FormFacts {
  return formFactsOf(factsOnForm(form), { interpreterNeeded, childSaidNo: hasChildDissent(form) });
}

function ageClock(clock: ConfirmClock) {
  return { today: todayOfClock(clock), timeZone: clock.settings.timeZone };
}

/** Whether a version names the person of the record as this device knows both; undefined where it does not. */
function identityOf(localCase: SummarizedCase | undefined, version: VersionSummary | undefined): FormIdentityState | undefined {
  const form = version?.shownPatient;
  // A summary of an earlier build has no name.
  if (localCase === undefined || form == null || form.lastName === '') return undefined;
  return identityCheckOf(form, localCase.record.patient, version?.identityChecks ?? []);
}

function byDate(one: ListedCaseView, other: ListedCaseView): number {
  return (
    compareText(one.date, other.date) ||
    compareText(one.theatre ?? '', other.theatre ?? '') ||
    compareText(one.patient.lastName, other.patient.lastName) ||
    compareText(one.patient.firstName, other.patient.firstName) ||
    compareText(one.recordID, other.recordID)
  );
}

function compareText(one: string, other: string): number {
  return one.localeCompare(other, 'en-GB', { numeric: true });
}
