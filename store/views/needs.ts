import { horizonOf, type Horizon } from '#domain/cases/horizon.ts';
import { waitsForOthers, type Need } from '#domain/cases/needs.ts';
import { claimOn } from '#domain/notifications/claims.ts';
import { AHEAD_DEFAULTS } from '#domain/organisation/ahead-settings.ts';
import { formNeedsOf, inOrderOfHarm, isNeedFor, listNeedOf, rankOfNeed, type CaseNeed } from '#domain/theatre/case-needs.ts';
import type { TakenNeed } from '#domain/cases/taken-need.ts';
import { readProfile } from '#store/session/profile.ts';
import type { Store } from '#store/session/store.ts';
import { readSummaries } from '#store/entities/summaries.ts';
import type { CaseSummaryView } from './case.ts';
import { summarizeCases, type SummarizedCase, type VersionSummary } from './case-summaries.ts';
import { compareIds } from './compare-ids.ts';
import { confirmClockOf } from './confirm-state.ts';
import { readComingList, type ListedCaseView } from './listed.ts';

/** One case that waits for this user. */
export type NeedView = {
  readonly need: Need;
  readonly recordID: string;
  readonly caseNumber: CaseSummaryView['caseNumber'];
  readonly patient: CaseSummaryView['patient'];
  readonly procedures: NonNullable<CaseSummaryView['current']>['procedures'];
  /** the words of a question, a note or a wish for more time, the oldest that is open */
  readonly question: string | null;
  /** the choices that the form leaves open in words, for a TALK; else empty */
  readonly points: string;
  /** ISO, last change of the version that the need is of; of a light the day of the list */
  readonly updatedAt: string;
  /** plain date of the list for surgery; null where the case is on none */
  readonly listedOn: string | null;
  /** reason of the light of a case that is listed soon; null for any other need */
  readonly reason: string | null;
  /** needs of the case that are less bad */
  readonly more: number;
  /** the person who sees to it, as the server last said; null where nobody does */
  readonly taken: TakenNeed | null;
};

/**
 * `othersCount`: this user's versions that wait for somebody else. `ready`: how many operations of the next days are ready, and until which
 * day; `hidden`: how many of all that are listed this device cannot show.
 */
export type NeedsView = {
  readonly rows: readonly NeedView[];
  readonly othersCount: number;
  readonly ready: { readonly count: number; readonly until: string };
  readonly hidden: number;
};

/**
 * Reads this user's cases that wait for them, worst first and of one kind the oldest first. A case with a change that the server did
 * not take is left out: the outbox shows it.
 *
 * @param now - epoch ms
 */
export async function readNeeds(store: Store, now: number): Promise<NeedsView> {
  const user = await readProfile(store);
  const all = await summarizeCases(store, await readSummaries(store));
  const clock = confirmClockOf(store);
  const horizon = horizonOf(clock.now, clock.settings.timeZone, user?.ahead ?? AHEAD_DEFAULTS);
  const { today } = horizon;
  const coming = await readComingList(store, today);
  const blocked = new Set(all.flatMap(({ record }) => (record.current?.local?.blocked === undefined ? [] : [record.recordID])));
  const listed = new Map(coming.rows.flatMap((row) => (blocked.has(row.recordID) ? [] : [[row.recordID, row]])));
  const isOwn = ({ consents }: SummarizedCase) => consents.some(({ clinician }) => clinician._id === user?._id);
  const own = new Map(
    all.flatMap((each) => (isOwn(each) || listed.has(each.record.recordID) ? [[each.record.recordID, each]] : [])),
  );
  const rows = [...new Set([...own.keys(), ...listed.keys()])].flatMap((recordID): NeedView[] => {
    const [ofCase, ofList] = [own.get(recordID), listed.get(recordID)];
    const onList = (ofList && listNeedOf(ofList, horizon)) ?? null;
    const needs = inOrderOfHarm([
      ...(ofCase === undefined ? [] : needsOfForms(ofCase, { now, today })).filter((each) => isNeedFor(user?._id, each)),
      ...(onList === null ? [] : [onList]),
    ]);
    const line = worstLine(needs, { ofCase, ofList });
    return line === null ? [] : [{ ...line, taken: takenOf(line, { ofCase, ofList, now, horizon }) }];
  });
  const until = horizon.aheadUntil;
  return {
    rows: rows.toSorted((one, other) => rankOfNeed(one) - rankOfNeed(other) || byAge(one, other)),
    ready: {
      count: coming.rows.filter(({ light, date, ended }) => light === 'GREEN' && date <= until && ended == null).length,
      until,
    },
    hidden: coming.hidden,
    // These wait for the clinician as well, where a signer comes next and something stands in the way.
    othersCount: all.filter(({ record }) => record.clinician._id === user?._id && waitsForOthersAlone(record, rows)).length,
  };
}

type Parts = { readonly ofCase: SummarizedCase | undefined; readonly ofList: ListedCaseView | undefined };

/** The line of a case, by the worst of its needs; null without one. */
function worstLine([worst, ...others]: readonly CaseNeed[], { ofCase, ofList }: Parts): Omit<NeedView, 'taken'> | null {
  const record = ofList ?? ofCase?.record;
  if (worst === undefined || record === undefined) return null;
  const { consentID, clinicians: _, ...need } = worst;
  const { recordID, caseNumber, patient } = ofCase?.record ?? record;
  const version = ofCase?.consents.find((each) => each.consentID === consentID);
  const procedures = consentID === null ? (ofList?.procedures ?? []) : proceduresOf(version);
  const listedOn = ofList?.date ?? ofCase?.record.listed?.date ?? null;
  return { ...need, recordID, caseNumber, patient, procedures, listedOn, more: others.length };
}

/** The operation as the version of a need has it: a newer draft may be of another side. */
function proceduresOf(version: VersionSummary | undefined): NeedView['procedures'] {
  return (version?.procedures ?? []).map(({ procedureName, side, site }) => ({ procedureName, side, site }));
}

type Around = Parts & { readonly now: number; readonly horizon: Horizon };

function takenOf(
  { need, listedOn }: Pick<NeedView, 'need' | 'listedOn'>,
  { ofCase, ofList, now, horizon }: Around,
): TakenNeed | null {
  return claimOn(ofList?.taken ?? ofCase?.record.taken ?? [], need, { listedOn, now, horizon });
}

/** The needs of a case by its versions that are on this tablet. One whose change the server did not take is left to the outbox. */
function needsOfForms(
  { record, consents }: SummarizedCase,
  moment: { readonly now: number; readonly today: string },
): CaseNeed[] {
  const { current, currentConsentID, listed = null, inForceConsentID } = record;
  if (current === null || current.local?.blocked !== undefined) return [];
  const versions = consents.filter(({ status, local }) => status !== 'VOIDED' && local?.blocked === undefined);
  if (versions[0]?.consentID !== currentConsentID) return [];
  const inForce = consents.find(({ consentID }) => consentID === inForceConsentID);
  return formNeedsOf(
    {
      versions,
      listedOn: listed?.date ?? null,
      confirmedAt: inForce?.confirmation?.at ?? null,
    },
    moment,
  );
}

function waitsForOthersAlone({ current, recordID }: CaseSummaryView, rows: readonly NeedView[]): boolean {
  return current !== null && waitsForOthers(current) && !rows.some((row) => row.recordID === recordID);
}

function byAge(one: NeedView, other: NeedView): number {
  return Date.parse(one.updatedAt) - Date.parse(other.updatedAt) || compareIds(one.recordID, other.recordID);
}
