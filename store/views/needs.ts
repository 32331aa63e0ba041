import { horizonOf, type Horizon } from '#domain/cases/horizon.ts';
import { waitsForOthers, type Need } from '#domain/cases/needs.ts';
import { claimOn } from '#domain/notifications/claims.ts';
import { AHEAD_DEFAULTS } from '#domain/organisation/ahead-settings.ts';
import { formNeedOf, listNeedOf, rankOfNeed } from '#domain/theatre/case-needs.ts';
import type { TakenNeed } from '#domain/cases/taken-need.ts';
import { readProfile } from '#store/session/profile.ts';
import type { Store } from '#store/session/store.ts';
import { readSummaries } from '#store/entities/summaries.ts';
import type { CaseSummaryView } from './case.ts';
import { summarizeCases, type SummarizedCase } from './case-summaries.ts';
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
  /** ISO, last change of the version */
  readonly updatedAt: string;
  /** plain date of the list for surgery; null where the case is on none */
  readonly listedOn: string | null;
  /** reason of the light of a case that is listed soon; null for any other need */
  readonly reason: string | null;
  /** whether something less bad waits as well */
  readonly hasMore: boolean;
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
  const cases = all.filter(({ record }) => record.clinician._id === user?._id);
  const clock = confirmClockOf(store);
  const horizon = horizonOf(clock.now, clock.settings.timeZone, user?.ahead ?? AHEAD_DEFAULTS);
  const { today } = horizon;
  const coming = await readComingList(store, today);
  const blocked = new Set(all.flatMap(({ record }) => (record.current?.local?.blocked === undefined ? [] : [record.recordID])));
  const own = cases.flatMap((each) => needView(each, { now, today }) ?? []);
  const rows = worstOfEach([
    ...own,
    ...coming.rows.flatMap((each) => (blocked.has(each.recordID) ? [] : listedView(each, horizon))),
  ]).map(({ claims, ...row }): NeedView => {
    const { listedOn } = row;
    return { ...row, taken: claimOn(claims, row.need, { listedOn, now, horizon }) };
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
    othersCount: cases.filter(({ record }) => waitsForOthersAlone(record, rows)).length,
  };
}

/** A need before it is known who sees to it. */
type Waiting = Omit<NeedView, 'taken'> & { readonly claims: readonly TakenNeed[] };

/** A case that is listed soon and is not ready, whoever is responsible for it: it is on this user's list. */
function listedView(listed: ListedCaseView, horizon: Horizon): Waiting[] {
  const need = listNeedOf(listed, horizon);
  if (need === null) return [];
  const { recordID, caseNumber, patient, procedures, date, taken: claims = [] } = listed;
  // Of two on one day nobody has waited longer: the age is that of the list.
  const common = { recordID, caseNumber, patient, procedures: procedures ?? [], hasMore: false, claims };
  return [{ ...common, ...need, updatedAt: date, listedOn: date }];
}

/** Each case once, by the worst of its needs. */
function worstOfEach(rows: readonly Waiting[]): Waiting[] {
  const byCase = new Map<string, Waiting>();
  for (const row of rows) {
    const before = byCase.get(row.recordID);
    const worst = before === undefined || rankOfNeed(row) < rankOfNeed(before) ? row : before;
    byCase.set(row.recordID, before === undefined ? worst : { ...worst, hasMore: true });
  }
  return [...byCase.values()];
}

function needView(
  { record, consents }: SummarizedCase,
  moment: { readonly now: number; readonly today: string },
): Waiting | null {
  const { current, recordID, caseNumber, patient, listed = null, inForceConsentID, taken: claims = [] } = record;
  const form = consents.find(({ consentID }) => consentID === record.currentConsentID);
  if (current === null || form === undefined || current.local?.blocked !== undefined) return null;
  const inForce = consents.find(({ consentID }) => consentID === inForceConsentID);
  const listedOn = listed?.date ?? null;
  const need = formNeedOf({ standing: current, form, listedOn, confirmedAt: inForce?.confirmation?.at ?? null }, moment);
  if (need === null) return null;
  const { procedures, updatedAt } = current;
  return { ...need, recordID, caseNumber, patient, procedures, updatedAt, listedOn, hasMore: false, claims };
}

function waitsForOthersAlone({ current, recordID }: CaseSummaryView, rows: readonly NeedView[]): boolean {
  return current !== null && waitsForOthers(current) && !rows.some((row) => row.recordID === recordID);
}

function byAge(one: NeedView, other: NeedView): number {
  return Date.parse(one.updatedAt) - Date.parse(other.updatedAt) || compareIds(one.recordID, other.recordID);
}
